import Simulator
import Testing

struct SeededGeneratorTests {
    @Test("yields the published numbers of SplitMix64 for the seed 1234567")
    func reference() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("normal numbers have mean 0, deviation 1, and 95 percent within 1.96")
    func normal() {
        var generator = SeededGenerator(seed: 7)
        let numbers = (0..<20_000).map { _ in generator.nextNormal() }
        let count = Double(numbers.count)
        #expect(abs(numbers.reduce(0, +) / count) < 0.03)
        #expect(abs(numbers.reduce(0) { $0 + $1 * $1 } / count - 1) < 0.04)
        #expect(abs(Double(numbers.count { abs($0) < 1.96 }) / count - 0.95) < 0.006)
    }
}
