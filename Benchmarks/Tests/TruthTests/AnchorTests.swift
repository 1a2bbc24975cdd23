import Basics
import Location
import Places
import Simulator
import Testing

@testable import truth

/// The anchor watch behind the controller.
struct AnchorTests {
    /// What is told, and metres from the truth to the anchor then.
    private func events(
        _ name: String, seed: UInt64, around anchor: Coordinate
    ) throws -> [(kind: AnchorEvent.Kind, distance: Double)] {
        let scenario = try #require(Scenario.named(name))
        let circle = try #require(PlaceCircle(centre: anchor, radius: AnchorWatch.defaultRadius))
        var watch = try #require(AnchorWatch(circle, set: Timestamp(milliseconds: 0)))
        var contestant: ControllerContestant?
        return scenario.run(seed: seed).flatMap { epoch in
            var ours = contestant ?? ControllerContestant(device: epoch.fix?.device ?? "", at: epoch.moment)
            ours.advance(to: epoch.moment)
            _ = ours.take(epoch)
            contestant = ours
            let shown = ours.shown(at: epoch.moment)
            return watch.handle(fix(shown), state: shown.state, at: epoch.moment).map { event in
                (event.kind, anchor.distance(to: epoch.truth.coordinate))
            }
        }
    }

    private func fix(_ shown: Shown) -> Fix {
        var fix = Fix(device: "a")
        (fix.timestamp, fix.coordinate) = (shown.timestamp, shown.coordinate)
        fix.horizontalAccuracy = shown.radius.flatMap { HorizontalAccuracy(radius: $0, origin: .estimate) }
        return fix
    }

    /// The middle of the circle that three positions lie on.
    private func middle(_ first: Coordinate, _ second: Coordinate, _ third: Coordinate) -> Coordinate {
        let map = LocalFrame(origin: first)
        let (b, c) = (map.offset(of: second), map.offset(of: third))
        let (bb, cc) = (b.length * b.length, c.length * c.length)
        let area = 2 * (b.east * c.north - b.north * c.east)
        return map.coordinate(
            of: LocalVector(north: (b.east * cc - c.east * bb) / area, east: (c.north * bb - b.north * cc) / area))
    }

    @Test("two hours of swinging on 25 m of chain raise no alarm", arguments: 1...3 as ClosedRange<UInt64>)
    func swinging(seed: UInt64) throws {
        let way = try #require(Scenario.named("anchor")).run(seed: seed).map(\.truth.coordinate)
        let anchor = middle(way[0], way[120], way[240])
        #expect(way.allSatisfy { abs(anchor.distance(to: $0) - 25) < 1 })
        #expect(try events("anchor", seed: seed, around: anchor).isEmpty)
    }

    @Test("a boat adrift raises the alarm once, before it is 10 m out", arguments: 1...3 as ClosedRange<UInt64>)
    func adrift(seed: UInt64) throws {
        let way = try #require(Scenario.named("adrift")).run(seed: seed).map(\.truth.coordinate)
        let alarms = try events("adrift", seed: seed, around: way[0])
        #expect(alarms.map(\.kind) == [.dragging])
        #expect(alarms.allSatisfy { (40...50).contains($0.distance) })
    }
}
