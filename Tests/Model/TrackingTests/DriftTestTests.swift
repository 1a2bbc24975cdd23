import Location
import Testing

@testable import Tracking

struct DriftTestTests {
    /// Returns the seconds until a drift is believed, or given up, with a noise of a density in m²/s; nil for never in ten
    /// minutes.
    private func seconds(_ test: inout DriftTest, until drifts: Bool, at speed: Double, noise: Double = 0.018) -> Int? {
        for second in 1...600 {
            let wobble = second.isMultiple(of: 2) ? 0.05 : -0.05
            test.add(SIMD3(speed, wobble, 0), after: 1, noise: noise)
            if test.isDrifting == drifts { return second }
        }
        return nil
    }

    @Test("distinguishes rest from a swing of centimetres per second within about a minute")
    func swing() throws {
        var test = DriftTest()
        #expect(seconds(&test, until: true, at: 0) == nil)
        test = DriftTest()
        #expect(try #require(seconds(&test, until: true, at: 0.1)) <= 60)
        #expect(test.displacement.length > 2)
        #expect(try #require(seconds(&test, until: false, at: 0)) < 300)
        #expect(test.displacement == .zero)
    }

    @Test("a noisy receiver shows no slow drift")
    func noisy() {
        var test = DriftTest()
        #expect(seconds(&test, until: true, at: 0.08, noise: 0.3) == nil)
    }

    @Test("rest is refuted or established only by evidence")
    func certainty() {
        var test = DriftTest()
        #expect(!test.isCertain && !test.isRefuted)
        _ = seconds(&test, until: true, at: 0)
        #expect(test.isRefuted)
    }
}
