import Glibc
import Simulator
import Testing

@testable import Access

/// Compared with inet_pton(3), which reads the same forms.
struct IPAddressTests {
    /// Returns the bytes that the C library reads.
    private func expected(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private func bytes(_ address: IPAddress?) -> [UInt8]? {
        switch address {
        case .v4(let bytes): bytes
        case .v6(let groups): groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case nil: nil
        }
    }

    /// Returns an address in one of its spellings, or what differs from one in a few characters.
    private func text(_ generator: inout SeededGenerator) -> String {
        func number(_ limit: Int) -> Int { .random(in: 0...limit, using: &generator) }
        let short = (0..<4).map { _ in "\(number(number(1) * 290))" }.joined(separator: ".")
        var groups = (0..<(6 + number(3))).map { _ in
            String(number(1) * number(0x10FFF), radix: 16, uppercase: number(1) == 0)
        }
        if number(2) == 0 { groups[groups.count - 1] = short }
        let gap = number(groups.count)
        if number(2) > 0 { groups.replaceSubrange(gap..<min(groups.count, gap + number(4)), with: [""]) }
        var text = number(3) == 0 ? short : groups.joined(separator: ":")
        if number(3) == 0 { text = ":" + text }
        if number(3) == 0 { text += ":" }
        for _ in 0..<number(1) * number(2) {
            let place = text.index(text.startIndex, offsetBy: number(text.count))
            let end = place < text.endIndex && number(1) == 0 ? text.index(after: place) : place
            text.replaceSubrange(
                place..<end,
                with: ["", ":", "::", ".", "0", "1", "00", "g", "+", "-", " "].randomElement(using: &generator) ?? "")
        }
        return text
    }

    @Test("an address is what the C library takes for one, byte by byte")
    func parsing() {
        var generator = SeededGenerator(seed: 4)
        var counts = [0, 0, 0]
        for _ in 0..<20_000 {
            let text = text(&generator)
            let (short, long) = (expected(text, AF_INET, count: 4), expected(text, AF_INET6, count: 16))
            #expect(bytes(IPAddress(text)) == short ?? long, "\(text)")
            counts[short != nil ? 0 : long != nil ? 1 : 2] += 1
        }
        #expect(counts.allSatisfy { $0 > 1000 })
    }

    @Test("the longest address has 45 characters, and zeros in front do not lengthen a group")
    func long() {
        let group = "ffff:ffff:ffff:ffff:ffff:ffff"
        #expect(IPAddress("\(group):255.255.255.255") != nil)
        #expect(IPAddress("0\(group):255.255.255.255") == nil)
    }

    @Test(
        "a subscriber has an IPv4 address, also one that is written as IPv6, or the upper half of an IPv6 address",
        arguments: [
            ("1.2.3.4", [1, 2, 3, 4]), ("::ffff:1.2.3.4", [1, 2, 3, 4]), ("::fffe:1.2.3.4", [0, 0, 0, 0, 0, 0, 0, 0]),
            ("::1:ffff:1.2.3.4", [0, 0, 0, 0, 0, 0, 0, 0]), ("1::ffff:1.2.3.4", [0, 1, 0, 0, 0, 0, 0, 0]),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4]),
        ] as [(String, [UInt8])])
    func subscribers(text: String, expected: [UInt8]) {
        #expect(bytes(IPAddress(text)?.subscriber) == expected)
    }
}
