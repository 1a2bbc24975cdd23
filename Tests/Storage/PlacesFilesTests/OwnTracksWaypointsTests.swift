import Basics
import Location
import Places
import PlacesFiles
import Testing

struct OwnTracksWaypointsTests {
    @Test("encodes circles as the apps expect and decodes them")
    func roundTrip() throws {
        let home = try Samples.circle("home", at: 48.5, 11.25, created: Timestamp(milliseconds: 1_790_000_000_000))
        let (file, skipped) = OwnTracksWaypoints.encode([home])
        #expect(skipped == [])
        #expect(
            String(decoding: file, as: UTF8.self) == """
                {"_type":"waypoints","_creator":"WhereIsMy","waypoints":[
                {"_type":"waypoint","desc":"home","lat":48.5,"lon":11.25,"rad":100,"tst":1790000000}
                ]}

                """)
        let parsed = try OwnTracksWaypoints.decode(file)
        #expect(parsed.places == [home] && parsed.issues == [])
    }

    @Test("each waypoint has a unique, stable key")
    func keys() throws {
        let moment = Timestamp(milliseconds: 1_790_000_000_000)
        let places = [
            try Samples.circle("a", at: 1, 2, created: moment), try Samples.circle("b", at: 1, 2, created: moment),
            try Samples.circle("c", at: 1, 2), try Samples.circle("d", at: 1, 2),
        ]
        let file = OwnTracksWaypoints.encode(places).file
        let keys = try OwnTracksWaypoints.decode(file).places.map(\.created)
        #expect(Set(keys).count == 4)
        #expect(OwnTracksWaypoints.encode(places).file == file)
    }

    @Test("skips polygons and returns their names")
    func polygons() throws {
        let garden = try Samples.polygon("garden", [[(1, 2), (1, 3), (2, 3)]])
        let (file, skipped) = OwnTracksWaypoints.encode([garden, try Samples.circle("home", at: 1, 2)])
        #expect(skipped == [garden.name])
        #expect(try OwnTracksWaypoints.decode(file).places.map(\.name.text) == ["home"])
    }

    @Test(
        "reports invalid waypoints and decodes the others",
        arguments: [
            (#"{"_type":"waypoint","desc":"b:F7826DA6:1:2","tst":1,"rad":0,"lat":0,"lon":0}"#, "it has no radius"),
            (#"{"_type":"waypoint","desc":"p","tst":1,"lat":1,"lon":1}"#, "it has no radius"),
            (#"{"_type":"waypoint","tst":1,"lat":1,"lon":1,"rad":5}"#, "it has no desc"),
            (#"{"desc":"p","lat":91,"lon":1,"rad":5}"#, "its lat and lon are not degrees"),
            (#"{"desc":"p","lat":1,"rad":5}"#, "its lat and lon are not degrees"),
            (#"{"desc":"p","lat":1,"lon":1,"rad":1e300}"#, "is not 1 to 100000 m"),
            (#"{"desc":"","lat":1,"lon":1,"rad":5}"#, "its name is not"),
            (#"{"desc":7}"#, "members have unexpected types"), ("[]", "members have unexpected types"),
        ])
    func faults(waypoint: String, expected: String) throws {
        let good = #"{"desc":"good","lat":1,"lon":1,"rad":5.5,"tst":1e300,"rid":"abc"}"#
        let text = #"{"_type":"waypoints","waypoints":[\#(waypoint),\#(good)]}"#
        let parsed = try OwnTracksWaypoints.decode(Array(text.utf8))
        #expect(parsed.places == [try Samples.circle("good", at: 1, 1, radius: 5.5)])
        let issue = try #require(parsed.issues.first)
        #expect("\(issue)".contains(expected), "\(issue)")
    }

    @Test("accepts a single waypoint and rejects anything else")
    func whole() throws {
        let one = #"{"_type":"waypoint","desc":"p","lat":1,"lon":1,"rad":5,"tst":5}"#
        #expect(try OwnTracksWaypoints.decode(Array(one.utf8)).places.map(\.name.text) == ["p"])
        for text in ["", "[]", "{}", #"{"_type":"location"}"#, #"{"_type":"waypoints","waypoints":{}}"#] {
            #expect(throws: PlacesFormatError.self) { try OwnTracksWaypoints.decode(Array(text.utf8)) }
        }
    }
}
