import Basics
import Location
import Places
import Simulator
import Testing

@testable import truth

/// The anchor watch with the controller in between.
struct AnchorTests {
    /// Returns the events of a scenario with the true distance to the anchor, metres.
    private func events(
        _ name: String, seed: UInt64, around anchor: Coordinate
    ) throws -> [(kind: AnchorEvent.Kind, distance: Double)] {
        let scenario = try #require(Scenario.named(name))
        let circle = try #require(PlaceCircle(centre: anchor, radius: AnchorWatch.defaultRadius))
        var watch = try #require(AnchorWatch(circle, set: Timestamp(milliseconds: 0)))
        var contestant: ControllerContestant?
        return scenario.run(seed: seed, isQuiet: true).flatMap { epoch in
            var controller = contestant ?? ControllerContestant(device: epoch.fix?.device ?? "", at: epoch.moment)
            controller.advance(to: epoch.moment)
            _ = controller.process(epoch)
            contestant = controller
            let displayed = controller.displayedFix(at: epoch.moment)
            return watch.handle(fix(displayed), state: displayed.state, at: epoch.moment).map { event in
                (event.kind, anchor.distance(to: epoch.truth.coordinate))
            }
        }
    }

    private func fix(_ displayed: DisplayedFix) -> Fix {
        var fix = Fix(device: "a")
        fix.timestamp = displayed.timestamp
        fix.coordinate = displayed.coordinate
        fix.horizontalAccuracy = displayed.radius.flatMap { HorizontalAccuracy(radius: $0, origin: .estimate) }
        return fix
    }

    /// Returns the centre of the circle through three positions.
    private func centre(through first: Coordinate, and second: Coordinate, and third: Coordinate) -> Coordinate {
        let frame = LocalFrame(origin: first)
        let b = frame.offset(of: second)
        let c = frame.offset(of: third)
        let bb = b.length * b.length
        let cc = c.length * c.length
        let area = 2 * (b.east * c.north - b.north * c.east)
        return frame.coordinate(
            of: LocalVector(north: (b.east * cc - c.east * bb) / area, east: (c.north * bb - b.north * cc) / area))
    }

    @Test("two hours of swinging on 25 m of chain raise no alarm", arguments: 1...3 as ClosedRange<UInt64>)
    func swinging(seed: UInt64) throws {
        let path = try #require(Scenario.named("anchor")).run(seed: seed, isQuiet: true).map(\.truth.coordinate)
        let anchor = centre(through: path[0], and: path[120], and: path[240])
        #expect(path.allSatisfy { abs(anchor.distance(to: $0) - 25) < 1 })
        #expect(try events("anchor", seed: seed, around: anchor).isEmpty)
    }

    /// Its receiver reports no course at that speed, so that only the positions show the motion.
    @Test("a boat adrift raises the alarm once, before it is 30 m out", arguments: 1...3 as ClosedRange<UInt64>)
    func adrift(seed: UInt64) throws {
        let path = try #require(Scenario.named("adrift")).run(seed: seed, isQuiet: true).map(\.truth.coordinate)
        let alarms = try events("adrift", seed: seed, around: path[0])
        #expect(alarms.map(\.kind) == [.dragging])
        #expect(alarms.map(\.distance).allSatisfy { (40...70).contains($0) }, "\(alarms)")
    }
}
