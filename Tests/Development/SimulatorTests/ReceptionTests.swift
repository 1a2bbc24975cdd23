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

    @Test("receivers differ as much as real ones: by a factor of ten, and with the seed alone")
    func spread() throws {
        let runs = try epochs("parked", seeds: 1...10)
        let sizes = runs.map { rootMeanSquare(errors([$0])) }
        // Two axes of 0.58 to 6.7 m.
        #expect(sizes.allSatisfy { (0.6...12).contains($0) })
        #expect(try #require(sizes.max()) > 3 * (try #require(sizes.min())))
        #expect(try epochs("parked", seeds: 4...4).joined().prefix(60).map(\.gpsd) == runs[3].prefix(60).map(\.gpsd))
    }

    @Test("receivers claim gpsd's model, an honest radius, one three times as large, half of it, or none")
    func claims() throws {
        let ratios = try epochs("parked", seeds: 1...30).map { run in
            let radii = run.compactMap { $0.fix?.horizontalAccuracy }
            guard let radius = radii.first else { return Float.infinity }
            #expect(radii.allSatisfy { $0.origin == radius.origin })
            let modelled = radius.origin == .dilution ? -1 : radius.radius
            return Float(modelled / rootMeanSquare(errors([run])))
        }
        // The 95 % radius is 1.73 times the root mean square error of two axes.
        #expect(ratios.contains { $0 < 0 } && ratios.contains(.infinity))
        for factor in [0.5, 1, 3] as [Float] {
            #expect(ratios.contains { abs($0 / (1.73 * factor) - 1) < 0.35 })
        }
    }

    @Test("the velocity errs by 0.1 to 0.5 m/s for seconds, not anew each second")
    func velocity() throws {
        for run in try epochs("motorway", seeds: 1...5) {
            let misses = run.compactMap { epoch in epoch.fix?.speed.map { $0 - epoch.truth.speed } }
            #expect((0.07...0.7).contains(rootMeanSquare(misses)))
            let steps = zip(misses, misses.dropFirst()).map { $1 - $0 }
            #expect(rootMeanSquare(steps) < rootMeanSquare(misses))
        }
    }

    @Test("speed and course are late by 0.05 to 0.5 s at any rate", arguments: [1, 10] as [Double])
    func delay(rate: Double) throws {
        let scenario = try #require(Scenario.named("city"))
        for seed in 1...5 as ClosedRange<UInt64> {
            var (miss, acceleration, product) = (0.0, 0.0, 0.0)
            var before: ScenarioEpoch?
            for epoch in scenario.run(seed: seed, rate: rate) {
                defer { before = epoch }
                guard let before, epoch.truth.speed > 3, let speed = epoch.fix?.speed else { continue }
                acceleration = (epoch.truth.speed - before.truth.speed) * rate
                miss -= (speed - epoch.truth.speed) * acceleration
                product += acceleration * acceleration
            }
            #expect((0.0...0.6).contains(miss / product))
        }
    }

    @Test("NMEA has positions of four or five decimals of minutes", arguments: [("walk-nmea", 4), ("city-nmea", 5)])
    func resolution(name: String, decimals: Int) throws {
        let steps = pow(10, Double(decimals))
        let fixes = try epochs(name).joined().compactMap(\.fix?.coordinate)
        for fix in fixes {
            let minutes = fix.latitude * 60 * steps
            #expect(abs(minutes - minutes.rounded()) < 0.01 * steps / 1000)
        }
    }

    @Test("gpsd sends the sky every five seconds")
    func sky() throws {
        let skies = try #require(try epochs("parked").first).prefix(601).map(\.sendsSky)
        #expect(skies.count { $0 } == 121 && skies[0] && skies[5] && !skies[6])
    }

    @Test("the sky has true places: a dozen and more satellites, high and low, that move slowly, no two in one place")
    func skyPlaces() throws {
        let skies = try #require(try epochs("parked").first).prefix(3601).filter(\.sendsSky).compactMap(\.satellites)
        for sky in skies {
            #expect((12...26).contains(sky.inView.count) && sky.visible == sky.inView.count)
            #expect(sky.inView.count { $0.isUsed } == sky.used && sky.used ?? 0 >= 4)
            #expect(
                sky.inView.allSatisfy { (0...90).contains($0.elevation ?? -1) && (0...360).contains($0.azimuth ?? -1) })
            #expect(sky.inView.allSatisfy { !$0.isUsed || $0.elevation ?? 0 >= 10 })
        }
        let (first, next) = (skies[0].inView[0], skies[1].inView)
        let again = try #require(next.first { $0.constellation == first.constellation && $0.number == first.number })
        #expect(abs((again.elevation ?? 0) - (first.elevation ?? 0)) < 0.2)
        #expect(Set(skies[0].inView.map(\.signal)).count > 4)
        let (last, start) = (skies[skies.count - 1].inView.map(\.number), skies[0].inView.map(\.number))
        #expect(last != start, "satellites rise and set within an hour")
    }

    @Test(
        "an attack changes what the receiver claims from minute 10 to 20, and nothing else", arguments: Attack.allCases)
    func attack(attack: Attack) throws {
        let scenario = try #require(Scenario.named("anchor"))
        let (honestRun, attackedRun) = (Array(scenario.run(seed: 1)), Array(scenario.run(seed: 1, attack: attack)))
        for (index, (honest, attacked)) in zip(honestRun, attackedRun).prefix(1800).enumerated() {
            #expect(attacked.truth.coordinate == honest.truth.coordinate)
            guard (600..<1200).contains(index) else {
                #expect(attacked.fix == honest.fix && !attacked.isAttacked && attacked.satellites == honest.satellites)
                continue
            }
            #expect(attacked.fix != honest.fix && attacked.isAttacked)
        }
        let sample = attackedRun[700]
        let place = try #require(sample.fix?.coordinate)
        let distance = sample.truth.coordinate.distance(to: place)
        switch attack {
        case .altitude: #expect(distance < 100 && sample.fix?.altitude ?? 0 > 4000)
        case .inland: #expect((89_000...91_000).contains(distance))
        case .airport: #expect(sample.fix?.coordinate == attackedRun[900].fix?.coordinate)
        case .far: #expect(distance > 400_000)
        case .jump, .flat, .leap, .vanish: #expect((4900...5100).contains(distance))
        }
        if attack == .flat { #expect(Set(sample.satellites?.inView.map(\.signal) ?? []).count == 1) }
        if attack == .vanish { #expect(Set(sample.satellites?.inView.map(\.constellation) ?? []) == [.gps]) }
        if attack == .leap { #expect(sample.satellites?.inView.first != honestRun[700].satellites?.inView.first) }
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

    @Test("at rest the speed is noise and rarely 0, and the course is random")
    func rest() throws {
        let fixes = try epochs("parked").joined().compactMap(\.fix)
        let speeds = fixes.compactMap(\.speed)
        #expect(speeds.count == fixes.count)
        #expect(speeds.allSatisfy { (0..<3).contains($0) })
        let courses = fixes.compactMap(\.course)
        #expect(courses.count > fixes.count / 4 && courses.count < fixes.count)
        #expect(courses.contains { $0 < 90 } && courses.contains { $0 > 270 })
        #expect(courses.allSatisfy { (0..<360).contains($0) })
    }

    @Test("reflections move a parked receiver by 10 to 70 m and back")
    func reflections() throws {
        let errors = errors(try epochs("canyon", seeds: 1...3))
        #expect(errors.contains { $0 > 40 } && errors.allSatisfy { $0 < 130 })
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
        }
        let good = run.filter { !$0.isOutlier && $0.measured != nil }
        let radii = { (epochs: [ScenarioEpoch]) in epochs.compactMap { $0.fix?.horizontalAccuracy?.radius }.max() ?? 0 }
        #expect(radii(outliers) <= radii(good))
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
        #expect(speeds.allSatisfy { abs($0.reported - factor * $0.truth) < 5 * max(1, factor) })
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
