import Foundation
import Testing

@testable import Pages

@Suite("A number with fixed decimals")
struct FixedDecimalTextTests {
    @Test(
        "is formatted as in C",
        arguments: [
            (-37.80996889, 6, "-37.809969"), (144.96326388, 6, "144.963264"), (0.0, 6, "0.000000"), (5.5, 0, "6"),
            (0.5, 0, "0"), (1.5, 0, "2"), (-2.5, 0, "-2"), (1.115, 2, "1.11"), (1.005, 2, "1.00"), (0.1, 1, "0.1"),
            (-0.05, 1, "-0.1"), (99.95, 1, "100.0"), (12, 3, "12.000"), (-0.000001, 6, "-0.000001"),
        ])
    func known(value: Double, decimals: Int, expected: String) {
        #expect(FixedDecimalText.text(value, decimals: decimals) == expected)
        #expect(String(format: "%.\(decimals)f", value) == expected)
    }

    @Test("agrees with C for a hundred thousand numbers of every size, except the sign of zero")
    func likeC() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100_000 {
            let value = Double.random(in: -180...180, using: &generator) / Double(1 << Int.random(in: 0...24))
            let decimals = Int.random(in: 0...7)
            let expected = String(format: "%.\(decimals)f", value)
            let isZero = !expected.contains { ("1"..."9").contains($0) }
            let wanted = isZero ? expected.replacing("-", with: "") : expected
            #expect(FixedDecimalText.text(value, decimals: decimals) == wanted, "\(value.bitPattern)")
        }
    }

    @Test("has no sign for zero, and no text if it is not finite")
    func edges() {
        #expect(FixedDecimalText.text(-0.0000001, decimals: 6) == "0.000000")
        #expect(FixedDecimalText.text(.nan, decimals: 1) == "")
        #expect(FixedDecimalText.text(-.infinity, decimals: 1) == "")
        #expect(FixedDecimalText.text(-0.0, decimals: 2) == "0.00")
        #expect(FixedDecimalText.text(-0.0000001, decimals: 6, signsZero: true) == "-0.000000")
        #expect(FixedDecimalText.text(0.0000001, decimals: 6, signsZero: true) == "0.000000")
        #expect(FixedDecimalText.text(1.25, decimals: -3) == "1")
        #expect(FixedDecimalText.text(1.25, decimals: .min) == "1")
        #expect(FixedDecimalText.text(1.25, decimals: 400) == "1.250000000")
        #expect(FixedDecimalText.text(-1.25, decimals: .max) == "-1.250000000")
    }

    @Test("has no exponent and agrees with C beyond 64 bits")
    func large() {
        var generator = SystemRandomNumberGenerator()
        let known = [
            1e300, .greatestFiniteMagnitude, 0x1p63, -0x1p63, 0x1p64, 9_223_372_036.854_775_807, 9.999_999_999_999e12,
        ]
        let random = (0..<20_000).map { _ in
            Double(bitPattern: UInt64.random(in: 0x4202_0000_0000_0000..<0x4400_0000_0000_0000, using: &generator))
        }
        for value in known + random + random.map({ -$0 }) {
            for decimals in [0, 1, 6, 9] {
                let expected = String(format: "%.\(decimals)f", value)
                #expect(FixedDecimalText.text(value, decimals: decimals) == expected, "\(value.bitPattern)")
            }
        }
    }
}
