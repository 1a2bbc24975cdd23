import Basics
import Location
import Testing

@testable import Places

struct GeofenceMonitorReconfigurationTests {
    @Test("removed places are left, new ones entered, others continue")
    func adoption() throws {
        let town = try Walk.place("town", radius: 3000)
        var walk = Walk([try Walk.place("home"), town, try Walk.place("far", east: 9000)])
        walk.stand(east: 0, for: 30)
        walk.reconfigure([town, try Walk.place("garden")])
        #expect(walk.events.dropFirst(2) == ["30 leave home"])
        walk.stand(east: 0, for: 30)
        #expect(walk.events.dropFirst(3) == ["40 enter garden"])
    }

    @Test("a place that was moved away is left once")
    func moved() throws {
        var walk = Walk([try Walk.place("home")])
        walk.stand(east: 0, for: 30)
        walk.reconfigure([try Walk.place("home", east: 7000)])
        walk.stand(east: 0, for: 30)
        #expect(walk.events == ["10 enter home", "40 leave home"])
    }

    @Test("uses the first of two places of one name and drops states of unknown names")
    func names() throws {
        let home = try Walk.place("home")
        let unknown = PlaceState(
            name: try #require(PlaceName("gone")), side: .inside, since: Timestamp(milliseconds: 0))
        let monitor = GeofenceMonitor([home, try Walk.place("home", east: 10)], states: [unknown])
        #expect(monitor.states == [] && monitor.placesInside == [])
        #expect(monitor.geofences.map(\.place) == [home])
    }

    @Test(
        "discards pending transitions when places are replaced",
        arguments: [0, 1])
    func halfSeen(variant: Int) throws {
        let home = try Walk.place("home")
        var walk = Walk([home])
        walk.stand(east: 0, for: 30)
        walk.stand(east: 200, for: 3)
        walk.reconfigure([home, try Walk.place("other", east: 9000)])
        if variant == 0 { walk.stand(east: 0, for: 60) } else { walk.stand(east: 200, for: 60, state: .stale) }
        walk.stand(east: 200, for: 2)
        #expect(walk.events == ["10 enter home"])
    }
}
