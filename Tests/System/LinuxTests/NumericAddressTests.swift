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
        "anything else is rejected",
        arguments: ["", "localhost", "127.1", "[::1]", "::1%lo", "1.2.3.4.5", "127.0.0.1 "])
    func others(text: String) {
        #expect(NumericAddress.bytes(text) == nil && !NumericAddress.isLoopback(text))
    }
}
