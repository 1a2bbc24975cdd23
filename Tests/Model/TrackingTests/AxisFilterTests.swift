import Testing

@testable import Tracking

struct AxisFilterTests {
    @Test("without a slow error, a thousand fixes are independent measurements")
    func average() {
        var filter = AxisFilter(position: 0, biasVariance: 0, noiseVariance: 4, velocityVariance: 0)
        for count in 2...1000 {
            filter.advance(by: 0, variance: 0, velocity: 0, biasRetention: 0, biasVariance: 0)
            filter.update(position: count.isMultiple(of: 2) ? 1 : -1, variance: 4)
        }
        #expect(abs(filter.positionVariance - 4.0 / 1000) < 1e-4)
        #expect(abs(filter.position) < 0.01)
    }

    @Test("a constant bias cannot be averaged out")
    func constantError() {
        var filter = AxisFilter(position: 3, biasVariance: 9, noiseVariance: 0.01, velocityVariance: 0)
        for _ in 0..<1000 {
            filter.advance(by: 0, variance: 0, velocity: 0, biasRetention: 1, biasVariance: 9)
            filter.update(position: 3, variance: 0.01)
        }
        #expect(abs(filter.positionVariance - 9) < 0.05)
    }

    @Test("agrees with the textbook matrices")
    func reference() {
        var filter = AxisFilter(position: 1, biasVariance: 4, noiseVariance: 0.25, velocityVariance: 9)
        var state = [1.0, 0, 0]
        var covariance = [[4.25, 0, -4], [0, 9, 0], [-4, 0, 4]]
        let memory = 0.98
        for step in 0..<50 {
            filter.predict(0.5, acceleration: 0.3, biasRetention: memory, biasVariance: 4)
            state = [state[0] + 0.5 * state[1], state[1], state[2] * memory]
            let transition = [[1, 0.5, 0], [0, 1, 0], [0, 0, memory]]
            covariance = times(times(transition, covariance), transposed(transition))
            covariance[0][0] += 0.3 * 0.125 / 3
            covariance[0][1] += 0.3 * 0.25 / 2
            covariance[1][0] += 0.3 * 0.25 / 2
            covariance[1][1] += 0.3 * 0.5
            covariance[2][2] += 4 * (1 - memory * memory)
            let measured = Double(step % 7)
            filter.update(position: measured, variance: 0.25)
            update(&state, &covariance, row: [1, 0, 1], measured: measured, noise: 0.25)
        }
        #expect(abs(filter.position - state[0]) < 1e-9 && abs(filter.velocity - state[1]) < 1e-9)
        #expect(abs(filter.bias - state[2]) < 1e-9)
        #expect(abs(filter.positionVariance - covariance[0][0]) < 1e-9)
        #expect(abs(filter.biasVariance - covariance[2][2]) < 1e-9)
    }

    private func update(
        _ state: inout [Double], _ covariance: inout [[Double]], row: [Double], measured: Double, noise: Double
    ) {
        let gains = (0..<3).map { line in (0..<3).reduce(0) { $0 + covariance[line][$1] * row[$1] } }
        let total = (0..<3).reduce(noise) { $0 + row[$1] * gains[$1] }
        let miss = (0..<3).reduce(measured) { $0 - row[$1] * state[$1] }
        for line in 0..<3 {
            state[line] += gains[line] / total * miss
            for column in 0..<3 { covariance[line][column] -= gains[line] * gains[column] / total }
        }
    }

    private func times(_ left: [[Double]], _ right: [[Double]]) -> [[Double]] {
        (0..<3).map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + left[row][$1] * right[$1][column] } } }
    }

    private func transposed(_ matrix: [[Double]]) -> [[Double]] {
        (0..<3).map { row in (0..<3).map { matrix[$0][row] } }
    }
}
