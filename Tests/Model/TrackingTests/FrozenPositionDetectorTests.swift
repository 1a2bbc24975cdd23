import Basics
import Location
import Testing

@testable import Tracking

struct FrozenPositionDetectorTests {
    /// A coordinate with all decimals set, as from binary receivers.
    private let home = Coordinate(clampingLatitude: 46.367414504, longitude: -116.963682407)

    /// Returns a 3D fix whose Earth-centred position lies `east` and `north` metres from home, 100 m up.
    private func fix(
        own: Coordinate? = nil, east: Double = 0, north: Double = 0, speed: Double? = nil, heading: Double? = nil
    ) -> Fix {
        let truth = home.moved(north: north, east: east)
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.coordinate = own ?? truth
        fix.ecefPosition = ECEFVector(GeodeticPosition(coordinate: truth, ellipsoidalAltitude: 100))
        fix.ecefVelocity = ECEFVector(x: 3, y: 0, z: 0)
        fix.ellipsoidalAltitude = 100
        fix.altitude = 115
        fix.speed = speed
        fix.course = heading
        fix.climb = heading.map { _ in 0.02 }
        return fix
    }

    private func sources(_ fixes: [Fix]) -> [PositionSource] {
        var frozen = FrozenPositionDetector()
        return fixes.map { frozen.repair($0).source }
    }

    @Test("fixes of a healthy receiver are unchanged, moving or at rest")
    func healthy() {
        var frozen = FrozenPositionDetector()
        for epoch in 0..<100 {
            let moving = fix(east: Double(epoch) * 7, speed: 7, heading: 90)
            #expect(frozen.repair(moving) == moving)
        }
        for _ in 0..<100 { #expect(frozen.repair(fix(speed: 0)) == fix(speed: 0)) }
        #expect(frozen.fault == nil)
    }

    @Test("repairs the second epoch if altitude, speed, course and climb repeat as well")
    func allFrozen() {
        let fixes = (0..<4).map { fix(own: home, east: Double($0) * 0.03, speed: 0.013, heading: 273) }
        #expect(sources(fixes) == [.receiver, .ecef, .ecef, .ecef])
    }

    @Test("small movements are repaired if altitude, speed, course and climb are present and have always repeated")
    func rounding() {
        let path = { (speeds: [Double], heading: Double?) in
            speeds.enumerated().map {
                fix(own: home, east: Double($0.offset) * 0.022, speed: $0.element, heading: heading)
            }
        }
        #expect(sources(path([0.5, 0.5, 0.5], 273)) == [.receiver, .ecef, .ecef])
        let withoutCourse = path([0.5, 0.5, 0.5, 0.5], 273).map { fix in
            var fix = fix
            fix.course = nil
            return fix
        }
        let others = [path([0.5, 0.5, 0.5, 0.5], nil), path([0.5, 0.4, 0.5, 0.5], 273), path([0, 0, 0, 0], 273)]
        for fixes in others + [withoutCourse] { #expect(Set(sources(fixes)) == [.receiver]) }
    }

    @Test("repairs the fifth epoch if only latitude and longitude repeat")
    func placeFrozen() {
        let fixes = (0..<6).map { fix(own: home, east: Double($0) * 2, speed: Double($0) + 1) }
        #expect(sources(fixes) == [.receiver, .receiver, .receiver, .receiver, .ecef, .ecef])
    }

    @Test("a repaired fix has all values from the Earth-centred vectors")
    func repaired() throws {
        var frozen = FrozenPositionDetector()
        let repaired = frozen.repair(fix(own: home, east: 300, north: 400, speed: 0.5, heading: 10))
        let place = try #require(repaired.coordinate)
        #expect(repaired.source == .ecef)
        #expect(place.distance(to: home.moved(north: 400, east: 300)) < 1e-3)
        #expect(abs((repaired.ellipsoidalAltitude ?? 0) - 100) < 1e-3)
        #expect(abs((repaired.altitude ?? 0) - 115) < 1e-3)
        let velocity = LocalVelocity(ecef: try #require(ECEFVector(x: 3, y: 0, z: 0)), at: place)
        #expect(repaired.speed == velocity.speed && repaired.course == velocity.course)
        #expect(repaired.climb == velocity.up)
    }

    @Test("without an Earth-centred velocity motion is unknown; at a crawl the course is")
    func velocity() {
        var frozen = FrozenPositionDetector()
        var still = fix(own: home, east: 300, speed: 0.5, heading: 10)
        still.ecefVelocity = nil
        let unknown = frozen.repair(still)
        #expect(unknown.speed == nil && unknown.course == nil && unknown.climb == nil)
        still.ecefVelocity = ECEFVector(x: 0.01, y: 0.01, z: 0)
        let crawling = frozen.repair(still)
        #expect((crawling.speed ?? 1) < 0.1 && crawling.course == nil)
    }

    @Test("rejects impossible velocities", arguments: [1e300, 1e5])
    func impossibleVelocity(metresPerSecond: Double) {
        var frozen = FrozenPositionDetector()
        var fast = fix(own: home, east: 300, speed: 0.5, heading: 10)
        fast.ecefVelocity = ECEFVector(x: metresPerSecond, y: metresPerSecond, z: 0)
        #expect(frozen.repair(fast).speed == nil)
    }

    @Test(
        "detects a disagreement beyond the larger of 25 m and the accuracy",
        arguments: [(24.0, nil, false), (26, nil, true), (26, 4, true), (26, 60, false), (61, 60, true)]
            as [(Double, Double?, Bool)])
    func disagreement(metres: Double, radius: Double?, isRepaired: Bool) {
        var fix = fix(own: home, north: metres)
        fix.horizontalAccuracy = radius.flatMap { HorizontalAccuracy(radius: $0, origin: .receiver) }
        #expect(sources([fix]) == [isRepaired ? .ecef : .receiver])
    }

    @Test("a return to the frozen position stays repaired until latitude and longitude move")
    func comesBack() {
        var frozen = FrozenPositionDetector()
        let drive = [0.0, 100, 200, 100, 1, 0].map { fix(own: home, east: $0, speed: 0) }
        #expect(drive.map { frozen.repair($0).source } == [.receiver, .ecef, .ecef, .ecef, .ecef, .ecef])
        #expect(frozen.repair(fix(east: 5)).source == .receiver)
        #expect(frozen.fault == .frozen)
    }

    @Test("a position held at speed 0 is not frozen with a noise of metres")
    func staticHold() {
        let noise = (0..<200).map { fix(own: home, east: Double($0 % 7) * 3, north: Double($0 % 3) * 2, speed: 0) }
        #expect(sources(noise).allSatisfy { $0 == .receiver })
    }

    @Test(
        "a coarse position is not frozen with a noise below its step",
        arguments: [0.0, 0.05], [nil, 45.0] as [Double?])
    func coarse(speed: Double, heading: Double?) {
        // Minutes with four decimals: 46 22.0449, -116 57.8209.
        let rounded = Coordinate(clampingLatitude: 46.367415, longitude: -116.963681667)
        let noise = (0..<200).map {
            fix(own: rounded, east: Double($0 % 5) * 0.04, north: Double($0 % 4) * 0.03, speed: speed, heading: heading)
        }
        #expect(sources(noise).allSatisfy { $0 == .receiver })
    }

    @Test("ignores outdated Earth-centred coordinates")
    func oldPosition() {
        let fixes = (0..<30).map { epoch in
            var fix = fix(own: home.moved(north: 0, east: Double(epoch) * 10))
            fix.ecefPosition = ECEFVector(GeodeticPosition(coordinate: home, ellipsoidalAltitude: 100))
            return fix
        }
        #expect(sources(fixes).allSatisfy { $0 == .receiver })
    }

    @Test("leaves 2D fixes, missing positions and impossible coordinates unchanged")
    func notUsable() {
        var nowhere = fix(own: home)
        nowhere.ecefPosition = ECEFVector(x: 0, y: 0, z: 0)
        var inSpace = fix(own: home)
        inSpace.ecefPosition = ECEFVector(x: 7_000_000, y: 0, z: 0)
        var flat = fix(own: home, east: 900)
        flat.mode = .twoDimensional
        var noPosition = fix(own: home, east: 900)
        noPosition.coordinate = nil
        #expect(sources([nowhere, inSpace, flat, noPosition]) == [.receiver, .receiver, .receiver, .receiver])
    }

    @Test("reports the fault and its kind after five consecutive repaired epochs")
    func fault() throws {
        var frozen = FrozenPositionDetector()
        for epoch in 0..<5 {
            #expect(frozen.fault == nil)
            _ = frozen.repair(fix(own: home, east: 1000 + Double(epoch)))
        }
        #expect(frozen.fault == .frozen)
        var moving = FrozenPositionDetector()
        for epoch in 0..<5 {
            #expect(moving.fault == nil)
            let own = home.moved(north: 0, east: Double(epoch) * 10)
            _ = moving.repair(fix(own: own, east: Double(epoch) * 10, north: 200))
        }
        guard case .disagreement(let metres) = moving.fault else {
            Issue.record("not a disagreement: \(String(describing: moving.fault))")
            return
        }
        #expect(abs(metres - 200) < 0.1)
    }

    @Test(
        "derives the printed step from the digits",
        arguments: [
            ("minutes, 3 decimals", 46.36741666666667, -116.96368333333333, 2.633),
            ("minutes, 4 decimals", 46.367415, -116.963681667, 0.2633),
            ("minutes, 5 decimals", 46.367414833, -116.963681833, 0.02633),
            ("degrees, 5 decimals", 46.36741, -116.96369, 1.58),
            ("degrees, 7 decimals", 46.3674145, -116.9636821, 0),
            ("degrees, 9 decimals", 46.367414504, -116.963682407, 0),
        ])
    func printedStep(name: String, latitude: Double, longitude: Double, metres: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(abs(coordinate.printedStep - metres) < 0.01 * max(metres, 0.01))
    }

    @Test("the report has the fault of the receiver in use only")
    func reported() {
        let start = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        var controller = LocationController(settings: TrackingSettings(), at: start)
        for second in 0..<10 {
            let moment = Moment(uptime: .seconds(second), wallClock: Timestamp(milliseconds: Int64(second) * 1000))
            _ = controller.handle(.fix(fix(own: home, east: Double(second) * 20, speed: 20)), at: moment)
            let fault = controller.report(at: moment).receiverFault
            // Five consecutive repaired epochs are required, and the first two are too near to be repaired.
            if second < 6 { #expect(fault == nil) }
        }
        let expected = ReceiverFault(device: "/dev/ttyUSB0", kind: .frozen)
        #expect(controller.report(at: start).receiverFault == expected)
        var healthy = fix()
        healthy.device = "/dev/ttyUSB1"
        let later = Moment(uptime: .seconds(60), wallClock: Timestamp(milliseconds: 60_000))
        _ = controller.handle(.fix(healthy), at: later)
        #expect(controller.report(at: later).receiverFault == nil)
    }
}
