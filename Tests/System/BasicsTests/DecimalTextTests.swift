import Basics
import Testing

/// Numbers and times written directly into bytes.
struct DecimalTextTests {
    private func text(_ value: Double, _ decimals: Int) -> String? {
        var bytes = Array("=".utf8)
        guard DecimalText.append(value, decimals: decimals, to: &bytes) else {
            #expect(bytes.count == 1)
            return nil
        }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    @Test(
        "rounds numbers and strips trailing zeros except one",
        arguments: [
            (-37.80996889, 9, "-37.80996889"), (144.963_263_88, 7, "144.9632639"), (45, 3, "45.0"), (0, 3, "0.0"),
            (-0.0001, 3, "0.0"), (0.05, 1, "0.1"), (1e9, 9, "1000000000.0"), (-0.5, 0, "-1"), (12, 0, "12"),
            (9.999_999_999_6, 9, "10.0"), (1.2, 12, "1.2"), (7.6, -3, "8"), (0.000_000_001, 9, "0.000000001"),
        ])
    func writes(value: Double, decimals: Int, expected: String) {
        #expect(text(value, decimals) == expected)
    }

    @Test("rejects numbers without a text representation", arguments: [Double.nan, .infinity, -.infinity, 1e19, -1e19])
    func refuses(value: Double) {
        #expect(text(value, 0) == nil)
        #expect(text(value, 9) == nil)
    }

    @Test("round-trips every number with seven decimals")
    func roundTrips() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let value = Double(Int64.random(in: -1_800_000_000...1_800_000_000, using: &generator)) / 1e7
            #expect(try Double(#require(text(value, 9))) == value)
        }
    }

    @Test("writes integers up to their limits")
    func wholeNumbers() {
        var bytes: [UInt8] = []
        for number in [0, -7, .max, .min] as [Int64] {
            DecimalText.append(number, to: &bytes)
            bytes.append(0x20)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "0 -7 9223372036854775807 -9223372036854775808 ")
        bytes = []
        DecimalText.append(7, width: 3, to: &bytes)
        DecimalText.append(1234, width: 3, to: &bytes)
        #expect(bytes == Array("0071234".utf8))
    }

    @Test(
        "writes times in the same form, also for years beyond four digits",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_767_225_612_345, "2026-01-01T00:00:12.345Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
            (-62_198_755_200_000, "-0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func times(milliseconds: Int64, expected: String) {
        #expect(Timestamp(milliseconds: milliseconds).iso8601 == expected)
        var bytes: [UInt8] = [1]
        Timestamp(milliseconds: milliseconds).appendISO8601(to: &bytes)
        #expect(bytes == [1] + Array(expected.utf8))
    }
}
