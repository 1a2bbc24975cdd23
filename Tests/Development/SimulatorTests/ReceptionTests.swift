import Basics
import Glibc
import Location
import Simulator
import Testing

struct ReceptionTests {
    private func epochs(_ name: String, seeds: ClosedRange<UInt64> = 1...1) throws -> [[ScenarioEpoch]] {
        let scenario = try #require(Scenario.named(name))
        return seeds.map { Array(scenario.run(seed: $0)) }
    }

    private func errors(_ epochs: [[ScenarioEpoch]]) -> [Double] {
        epochs.joined().compactMap { epoch in epoch.measured.map { epoch.truth.coordinate.distance(to: $0) } }
    }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }

    @Test(
        "the error matches the model: the squares of its parts, north and east",
        arguments: [("parked", 1.6926), ("parked-night", 10.0121)])
    func size(name: String, variance: Double) throws {
        let error = rootMeanSquare(errors(try epochs(name, seeds: 1...3)))
        #expect(abs(error / (2 * variance).squareRoot() - 1) < 0.08)
    }

    @Test("a parked older receiver travels 1,740 m an hour")
    func phantom() throws {
        let run = try #require(try epochs("parked-night").first)
        let places = run.compactMap(\.fix?.coordinate)
        let distance = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        #expect(abs(distance / 8 - 1740) < 40)
    }

    @Test("an accurate circle contains the truth 95 times in 100, one a third as large does not")
    func containment() throws {
        let part = { (name: String) in
            let run = try epochs(name, seeds: 1...3).joined().filter { $0.measured != nil }
            let inside = run.count { epoch in
                guard let fix = epoch.fix, let place = fix.coordinate, let radius = fix.horizontalAccuracy?.radius
                else {
                    return false
                }
                return epoch.truth.coordinate.distance(to: place) <= radius
            }
            return Double(inside) / Double(run.count)
        }
        #expect((0.93...0.97).contains(try part("parked-honest")))
        #expect(try part("parked-lying") < 0.4)
    }

    @Test("at rest the speed is below 0.4 m/s and rarely 0, and the course is random")
    func rest() throws {
        let fixes = try epochs("parked").joined().compactMap(\.fix)
        let speeds = fixes.compactMap(\.speed)
        #expect(speeds.count == fixes.count)
        #expect(speeds.allSatisfy { (0..<0.4).contains($0) })
        let courses = fixes.compactMap(\.course)
        #expect(courses.count > fixes.count / 4 && courses.count < fixes.count)
        #expect(courses.contains { $0 < 90 } && courses.contains { $0 > 270 })
        #expect(courses.allSatisfy { (0..<360).contains($0) })
    }

    @Test("in motion the speed is accurate to 0.1 m/s")
    func speed() throws {
        let misses = try epochs("motorway").joined().compactMap { epoch in
            epoch.fix?.speed.map { $0 - epoch.truth.speed }
        }
        #expect((0.07...0.13).contains(rootMeanSquare(misses)))
    }

    @Test("reflections move a parked receiver by 10 to 70 m and back")
    func reflections() throws {
        let errors = errors(try epochs("canyon", seeds: 1...3))
        #expect(errors.contains { $0 > 40 } && errors.allSatisfy { $0 < 100 })
        #expect(Double(errors.count { $0 < 10 }) / Double(errors.count) > 0.3)
        let gaps = try epochs("canyon").joined().count { $0.measured == nil }
        #expect((20...2000).contains(gaps))
    }

    @Test("outliers are marked, at least 100 m off, and look as valid as other fixes", arguments: ["parked", "city"])
    func teleports(name: String) throws {
        let run = try #require(try epochs(name + "-teleports").first)
        let outliers = run.filter(\.isOutlier)
        #expect(outliers.count > 5 && outliers.count < run.count / 50)
        for epoch in outliers {
            let (measured, place) = (try #require(epoch.measured), try #require(epoch.fix?.coordinate))
            #expect((99...50_001).contains(measured.distance(to: place)))
            #expect(try #require(epoch.fix?.horizontalAccuracy?.radius) < 150)
        }
        let good = run.filter { !$0.isOutlier && $0.measured != nil }
        #expect(good.allSatisfy { $0.measured?.distance(to: $0.fix?.coordinate ?? $0.truth.coordinate) ?? 9 < 0.001 })
    }

    @Test("a frozen position repeats to the digit while ECEF changes")
    func frozen() throws {
        let fixes = try epochs("frozen").joined().compactMap(\.fix)
        #expect(Set(fixes.map(\.coordinate)).count == 1)
        #expect(Set(fixes.compactMap(\.ecefPosition)).count > fixes.count * 9 / 10)
        #expect(fixes.allSatisfy { $0.ecefVelocity != nil })
    }

    @Test("a calendar after a rollover is 1024 weeks behind")
    func rollover() throws {
        let epoch = try #require(try epochs("rollover").first?.first)
        #expect(epoch.time - (try #require(epoch.fix?.timestamp)) == .seconds(1024 * 7 * 86_400))
    }

    @Test("the receiver reports no position in a tunnel and nothing without power")
    func silence() throws {
        #expect(try epochs("city").joined().contains { $0.fix?.mode == FixMode.none && $0.fix?.coordinate == nil })
        let silent = try epochs("relocation").joined().count { $0.fix == nil }
        #expect(silent == 7200)
        #expect(try epochs("ferry").joined().allSatisfy { $0.fix != nil })
    }

    /// Returns reported and true speeds of the epochs in motion.
    private func speeds(_ name: String) throws -> [(reported: Double, truth: Double)] {
        try epochs(name).joined().compactMap { epoch in
            guard epoch.truth.speed > 5, let reported = epoch.fix?.speed else { return nil }
            return (reported, epoch.truth.speed)
        }
    }

    @Test(
        "speeds are wrong by the factor of their scenario",
        arguments: [("speed-zero", 0), ("speed-zero-bare", 0), ("speed-scaled", 1.08), ("speed-knots", 1.9438)])
    func scaled(name: String, factor: Double) throws {
        let speeds = try speeds(name)
        #expect(speeds.count > 500)
        #expect(speeds.allSatisfy { abs($0.reported - factor * $0.truth) < 0.5 * max(1, factor) })
        let fixes = try epochs(name).joined().compactMap(\.fix)
        #expect(fixes.contains { $0.course != nil } == (name != "speed-zero-bare"))
    }

    @Test("values stick after three minutes in motion, permanently", arguments: ["speed-stuck", "course-stuck"])
    func stuck(name: String) throws {
        let fixes = try epochs(name).joined().compactMap(\.fix).filter { $0.coordinate != nil }
        let last = try #require(fixes.last)
        let onset = try #require(fixes.lastIndex { $0.course != last.course }) + 1
        #expect((179..<300).contains(onset))
        #expect(Set(fixes[..<onset].map(\.course)).count > onset / 2)
        let speeds = Set(fixes[onset...].map(\.speed))
        #expect(name == "speed-stuck" ? speeds.count == 1 : speeds.count > 100)
        #expect(try #require(fixes[onset].speed) >= 5)
    }

    @Test(
        "slow scenarios rarely have a course, or no speed either",
        arguments: [("adrift", true), ("stroll-nospeed", false)])
    func slow(name: String, hasSpeed: Bool) throws {
        let run = Array(try epochs(name).joined().dropFirst(3))
        #expect(run.contains { $0.truth.isMoving } && run.allSatisfy { $0.truth.speed < 0.8 })
        #expect(run.allSatisfy { ($0.fix?.speed != nil) == hasSpeed })
        #expect(run.count { $0.fix?.course != nil } < run.count / 50)
    }

    @Test(
        "sentences lack the values that their scenario omits",
        arguments: [("city-nospeed", false, false), ("city-nocourse", true, false), ("city-derived", true, true)])
    func lacks(name: String, speed: Bool, course: Bool) throws {
        let fixes = try epochs(name).joined().compactMap(\.fix)
        #expect(fixes.contains { $0.speed != nil } == speed)
        #expect(fixes.contains { $0.course != nil } == course)
    }
}
