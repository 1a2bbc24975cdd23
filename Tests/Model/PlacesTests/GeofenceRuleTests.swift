import Basics
import Location
import Simulator
import Testing

@testable import Places

/// The rule for deciding a side, as it is written: on the other side for the dwell time without a fix on the old side,
/// and certain of it twice, a second apart, where times may be a quarter of a second short.
struct GeofenceRuleTests {
    private struct Sample {
        /// Milliseconds.
        let time: Int64
        /// Metres.
        let distance: Double
        let radius: Double

        var side: PlaceSide { distance > 0 ? .outside : .inside }
        var isCertain: Bool { abs(distance) >= radius }
    }

    private static let jitter: Int64 = 250

    /// Returns the side that the samples decide with the last of them, and the time at which it began; nil for none.
    private func decision(_ samples: ArraySlice<Sample>, from side: PlaceSide?, dwell: Int64) -> (PlaceSide, Int64)? {
        guard let last = samples.last, last.side != side, last.isCertain else { return nil }
        let run = samples.reversed().prefix { $0.side == last.side }
        guard let start = run.last, let certain = run.last(where: \.isCertain) else { return nil }
        guard last.time - certain.time >= 1000 - Self.jitter, last.time - start.time >= dwell - Self.jitter else {
            return nil
        }
        return (last.side, start.time)
    }

    @Test(
        "any sequence of fixes decides what the rule says, to the millisecond and at equal distances",
        arguments: 0..<60 as Range<UInt64>)
    func sequences(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let dwell = [0, 1000, 1001, 2500, 10_000].randomElement(using: &generator) ?? 0
        var geofence = Geofence(try Walk.place("home", dwell: .milliseconds(dwell)))
        var (samples, begin, time, count) = ([Sample](), 0, 0 as Int64, 0)
        var stays = 0.0
        for _ in 0..<400 {
            time += [1, 249, 250, 251, 499, 500, 750, 1000, 1001].randomElement(using: &generator) ?? 1
            if Int.random(in: 0..<8, using: &generator) == 0 { stays = .random(in: -3...3, using: &generator) }
            let distance = stays.rounded() + Double(Int.random(in: 0...9, using: &generator) == 0 ? 2 : 0)
            let sample = Sample(
                time: time, distance: distance, radius: Double(Int.random(in: 0...3, using: &generator)))
            samples.append(sample)
            let moment = Moment(uptime: .milliseconds(time), wallClock: Timestamp(milliseconds: 5000 + time))
            let expected = decision(samples[begin...], from: geofence.side, dwell: Int64(dwell))
            let before = geofence.side
            let isDecided = geofence.update(distance: sample.distance, accuracy: sample.radius, at: moment)
            #expect(isDecided == (expected != nil), "seed \(seed), \(time) ms")
            #expect(geofence.side == expected?.0 ?? before && !(isDecided && geofence.hasPendingTransition))
            if let expected {
                #expect(geofence.since == Timestamp(milliseconds: 5000 + expected.1))
                begin = samples.count
                count += 1
            } else if Int.random(in: 0..<60, using: &generator) == 0 {
                geofence.discardPendingTransition()
                begin = samples.count
            }
        }
        #expect(count > 0)
    }

    @Test("the first decision is a transition only if it is inside, each later one is")
    func transitions() throws {
        let moment = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 9000))
        for (side, wasKnown, expected) in [
            (PlaceSide.inside, false, GeofenceTransition.Kind.enter), (.outside, false, nil), (.inside, true, .enter),
            (.outside, true, .leave),
        ] {
            let name = try #require(PlaceName("home"))
            let state = PlaceState(name: name, side: side, since: Timestamp(milliseconds: 4000))
            let geofence = Geofence(try Walk.place("home"), state: state)
            let transition = geofence.transition(wasKnown: wasKnown, at: moment)
            #expect(transition?.kind == expected)
            #expect(transition.map { $0.since == state.since && $0.moment == moment.wallClock } ?? true)
            #expect(geofence.state == state)
        }
        #expect(Geofence(try Walk.place("home")).transition(wasKnown: true, at: moment) == nil)
    }

    @Test("what is pending stays if a place is set again, and not if it has changed")
    func setAgain() throws {
        let home = try Walk.place("home")
        var geofence = Geofence(home)
        let moment = Moment(uptime: .zero, wallClock: Timestamp(milliseconds: 0))
        let isDecided = geofence.update(distance: 50, accuracy: 5, at: moment)
        geofence.reconfigure(home)
        #expect(!isDecided && geofence.hasPendingTransition)
        geofence.reconfigure(try Walk.place("home", dwell: .seconds(11)))
        #expect(!geofence.hasPendingTransition && geofence.place.dwell == .seconds(11))
    }

    @Test("decisions are counted, and the states are confirmed once a fix is on the decided side of each")
    func decisions() throws {
        var walk = Walk([try Walk.place("home"), try Walk.place("work", east: 5000)])
        #expect(walk.monitor.decisionCount == 0 && !walk.monitor.isConfirmed)
        walk.stand(east: 0, for: 5)
        #expect(walk.monitor.decisionCount == 0 && !walk.monitor.isConfirmed)
        walk.stand(east: 0, for: 20)
        #expect(walk.monitor.decisionCount == 2 && walk.monitor.isConfirmed)
        walk.stand(east: 200)
        #expect(walk.monitor.decisionCount == 2 && !walk.monitor.isConfirmed)
        walk.stand(east: 0)
        #expect(walk.monitor.isConfirmed)
    }
}
