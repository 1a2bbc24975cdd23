import Testing

@testable import Pages

@Suite("An accuracy as text")
struct AccuracyTextTests {
    @Test(
        "has the decimals for its magnitude, and is never 0",
        arguments: [
            (120.4, "± 120 m"), (100, "± 100 m"), (12, "± 12.0 m"), (5.55, "± 5.5 m"), (1, "± 1.0 m"),
            (0.5, "± 0.50 m"),
            (0.1, "± 0.10 m"), (0.05, "± 0.050 m"), (0.014, "± 0.014 m"), (0.0001, "± 0.001 m"),
            (0, "unknown"), (-1, "unknown"), (.nan, "unknown"), (.infinity, "unknown"),
        ] as [(Double, String)])
    func text(radius: Double, expected: String) {
        #expect(AccuracyText.text(radius) == expected)
    }

    @Test("is rounded up where it must not understate")
    func roundedUp() throws {
        let known = [(5.5, "5.5"), (5.51, "5.6"), (1.1, "1.1"), (12, "12.0"), (0.014, "0.014"), (0.0141, "0.015")]
        for (radius, expected) in known { #expect(AccuracyText.roundedUp(radius) == expected) }
        for number in 1...100_000 {
            let radius = Double(number) * 0.000_37
            let shown = try #require(Double(AccuracyText.roundedUp(radius)))
            #expect(shown >= radius && shown < radius + 0.1001)
        }
    }
}
