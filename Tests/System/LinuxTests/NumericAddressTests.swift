import Linux
import Testing

struct NumericAddressTests {
    @Test(
        "an address is parsed to its bytes, and loopback recognised",
        arguments: [
            ("127.0.0.1", 4, true), ("127.255.0.9", 4, true), ("128.0.0.1", 4, false), ("0.0.0.0", 4, false),
            ("::1", 16, true), ("::", 16, false), ("::2", 16, false), ("::ffff:127.0.0.1", 16, true),
            ("::ffff:10.0.0.1", 16, false), ("::127.0.0.1", 16, false), ("fe80::1", 16, false), ("1::1", 16, false),
        ])
    func addresses(text: String, count: Int, isLoopback: Bool) {
        #expect(NumericAddress.bytes(text)?.count == count)
        #expect(NumericAddress.isLoopback(text) == isLoopback)
    }

    @Test(
        "the addresses of private networks are known",
        arguments: [
            ("10.0.0.1", true), ("172.15.0.1", false), ("172.16.0.1", true), ("172.31.255.1", true),
            ("172.32.0.1", false), ("192.168.0.1", true), ("192.169.0.1", false), ("100.64.0.1", false),
            ("169.254.0.1", false), ("127.0.0.1", false), ("203.0.113.5", false), ("fc00::1", true), ("fd12::1", true),
            ("fe80::1", false), ("2001:db8::1", false), ("box", false),
        ])
    func networks(text: String, isPrivate: Bool) {
        #expect(NumericAddress.isPrivate(text) == isPrivate)
    }

    @Test("the addresses of the interfaces are numeric, and none is loopback")
    func interfaces() {
        for one in InterfaceAddress.connected {
            #expect(NumericAddress.bytes(one.address) != nil && !NumericAddress.isLoopback(one.address), "\(one)")
        }
    }

    @Test(
        "anything else is rejected",
        arguments: ["", "localhost", "127.1", "[::1]", "::1%lo", "1.2.3.4.5", "127.0.0.1 "])
    func others(text: String) {
        #expect(NumericAddress.bytes(text) == nil && !NumericAddress.isLoopback(text))
    }
}
