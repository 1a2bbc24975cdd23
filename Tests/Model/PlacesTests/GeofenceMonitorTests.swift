import Basics
import Location
import Testing

@testable import Places

struct GeofenceMonitorTests {
    @Test("a start inside enters, a start outside does not leave")
    func begins() throws {
        var walk = Walk([try Walk.place("home"), try Walk.place("work", east: 5000)])
        walk.stand(east: 0, for: 60)
        #expect(walk.events == ["10 enter home"])
        #expect(walk.monitor.placesInside.map(\.name.text) == ["home"])
        #expect(walk.monitor.states.map(\.side) == [.inside, .outside])
    }

    @Test("leaves one place and enters another, once each, after the dwell time")
    func crossings() throws {
        var walk = Walk([try Walk.place("home"), try Walk.place("work", east: 5000)])
        walk.stand(east: 0, for: 20)
        for step in 0..<500 { walk.stand(east: Double(step) * 10 + 1) }
        walk.stand(east: 5000, for: 60)
        // The border of home is passed with the 10th step, that of work with the 490th.
        #expect(walk.events == ["10 enter home", "40 leave home", "520 enter work"])
    }

    @Test("a transition has the times of the crossing and of the decision")
    func times() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 500, for: 20)
        walk.seconds = 100
        var events: [GeofenceTransition] = []
        for _ in 0..<20 {
            var fix = Fix(device: "a")
            fix.timestamp = walk.moment.wallClock
            fix.coordinate = Walk.origin
            fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .estimate)
            events += walk.monitor.handle(fix, state: .live, at: walk.moment)
            walk.seconds += 1
        }
        #expect(events.map(\.kind) == [.enter])
        #expect(events.first?.since == Timestamp(milliseconds: 1_790_000_100_000))
        #expect(events.first?.moment == Timestamp(milliseconds: 1_790_000_110_000))
    }

    @Test("a single outlier never triggers, even without a dwell time", arguments: [0, 1, 10])
    func singleFix(dwell: Int) throws {
        var walk = Walk([try Walk.place("home", dwell: .seconds(dwell))])
        walk.stand(east: 0, for: 30)
        for _ in 0..<20 {
            walk.stand(east: 3000)
            walk.stand(east: 0, for: 3)
        }
        #expect(walk.events.count == 1)
    }

    @Test("several outliers within half a second do not trigger")
    func burst() throws {
        var walk = Walk([try Walk.place("home", dwell: .zero)])
        walk.stand(east: 0, for: 30)
        for tenth in 0..<6 {
            walk.milliseconds = Int64(tenth) * 100
            walk.stand(east: 3000)
            walk.seconds -= 1
        }
        walk.seconds += 1
        walk.stand(east: 0, for: 30)
        #expect(walk.events.count == 1)
    }

    @Test("an outlier after a wait at the border does not trigger")
    func singleFixAtTheBorder() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 0, for: 30)
        walk.stand(east: 101, for: 100)
        walk.stand(east: 3000)
        walk.stand(east: 101, for: 100)
        #expect(walk.events.count == 1)
        walk.stand(east: 120, for: 2)
        #expect(walk.events.count == 2)
    }

    @Test("outliers before and after a gap do not trigger")
    func gapBetween() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 0, for: 30)
        walk.stand(east: 3000)
        walk.stand(east: 3000, for: 30, state: .stale)
        walk.stand(east: 3000)
        walk.stand(east: 0, for: 30)
        #expect(walk.events.count == 1)
    }

    @Test("standing at the border with wandering fixes makes no transition")
    func border() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 80, for: 30)
        for round in 0..<200 {
            walk.stand(east: 100 + Double(round % 9) - 4, for: 1 + round % 25)
        }
        #expect(walk.events == ["10 enter home"])
    }

    @Test("decides only with sufficient accuracy, and then at once")
    func confidence() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 0, for: 30, accuracy: 120)
        #expect(walk.events == [])
        walk.stand(east: 0, for: 2, accuracy: 90)
        #expect(walk.events == ["31 enter home"])
        walk.stand(east: 300, for: 30, accuracy: 201)
        #expect(walk.events.count == 1)
        walk.stand(east: 300, for: 2, accuracy: 199)
        #expect(walk.events == ["31 enter home", "63 leave home"])
    }

    @Test("a jump away and back restarts the dwell time")
    func seenBefore() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 500, for: 30)
        walk.stand(east: 0, for: 2)
        walk.stand(east: 20_000, for: 30)
        walk.stand(east: 0, for: 30)
        #expect(walk.events == ["72 enter home"])
    }

    @Test("an inaccurate approach to a distant place revokes the certainty")
    func farAway() throws {
        var walk = Walk([try Walk.place("work", east: 8000)])
        walk.stand(east: 0, accuracy: 3500)
        walk.stand(east: 3900, for: 60, accuracy: 4500)
        #expect(walk.monitor.states == [])
        walk.stand(east: 3900, for: 60, accuracy: 3900)
        #expect(walk.monitor.states.map(\.side) == [.outside])
    }

    @Test("ignores repeated fixes and fixes without a radius")
    func repeats() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 500, for: 30)
        var fix = Fix(device: "a")
        (fix.coordinate, fix.timestamp) = (Walk.origin, walk.moment.wallClock)
        for _ in 0..<30 {
            #expect(walk.monitor.handle(fix, state: .live, at: walk.moment) == [])
            walk.seconds += 1
        }
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5, origin: .estimate)
        for _ in 0..<30 {
            #expect(walk.monitor.handle(fix, state: .live, at: walk.moment) == [])
            walk.seconds += 1
        }
        #expect(walk.monitor.states.map(\.side) == [.outside])
    }

    @Test("passing through faster than the dwell time does not enter")
    func passing() throws {
        var walk = Walk([try Walk.place("home")])
        for step in 0..<60 { walk.stand(east: Double(step) * 30 - 900) }
        #expect(walk.events == [])
    }

    @Test("decides overlapping and nested places independently")
    func nested() throws {
        var walk = Walk([
            try Walk.place("town", radius: 3000), try Walk.place("garden", radius: 100),
            try Walk.place("lane", east: 150, radius: 100), try Walk.place("house", radius: 20),
        ])
        walk.stand(east: 0, for: 30)
        #expect(walk.events == ["10 enter town", "10 enter garden", "10 enter house"])
        walk.stand(east: 75, for: 30)
        #expect(walk.events.dropFirst(3) == ["40 enter lane", "40 leave house"])
        walk.stand(east: 4000, for: 30)
        #expect(walk.events.dropFirst(5) == ["70 leave town", "70 leave garden", "70 leave lane"])
    }

    @Test("a long gap makes one transition if the side has changed, otherwise none")
    func gaps() throws {
        var walk = Walk([try Walk.place("home"), try Walk.place("cottage", east: 80_000)])
        walk.stand(east: 0, for: 30)
        walk.stand(east: 0, for: 10, state: .stale)
        walk.seconds += 7200
        walk.stand(east: 10, for: 30)
        #expect(walk.events == ["10 enter home"])
        walk.seconds += 7200
        walk.stand(east: 80_000, for: 30)
        #expect(walk.events.dropFirst().map { String($0.drop { $0 != " " }) } == [" leave home", " enter cottage"])
    }

    @Test("a restart makes transitions only for changes in the meantime", arguments: [0.0, 80_000])
    func restart(east: Double) throws {
        let places = [try Walk.place("home"), try Walk.place("cottage", east: 80_000)]
        var before = Walk(places)
        before.stand(east: 0, for: 30)
        var after = Walk(places, states: before.monitor.states)
        #expect(after.monitor.placesInside == [places[0]])
        after.stand(east: east, for: 60)
        #expect(after.events == (east == 0 ? [] : ["10 leave home", "10 enter cottage"]))
    }
}
