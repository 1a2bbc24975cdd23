import Configuration
import Testing

struct GPSDAddressTests {
    @Test(
        "parses common forms",
        arguments: [
            ("localhost", "localhost", 2947), ("localhost:2950", "localhost", 2950), ("192.0.2.1:1", "192.0.2.1", 1),
            ("[::1]", "::1", 2947), ("[fe80::1%eth0]:65535", "fe80::1%eth0", 65_535),
        ])
    func accepted(text: String, host: String, port: Int) throws {
        let address = try #require(GPSDAddress(text))
        #expect(address.host == host)
        #expect(Int(address.port) == port)
        #expect(GPSDAddress(address.description) == address)
    }

    @Test(
        "rejects invalid addresses",
        arguments: [
            "", ":2947", "host:", "host:0", "host:65536", "host:-1", "host:x", "::1", "[::1", "[]", "[]:1", "[::1]x",
            "a b", "a]:1", "gpsd://host", "hôte",
        ])
    func refused(text: String) {
        #expect(GPSDAddress(text) == nil)
    }
}
