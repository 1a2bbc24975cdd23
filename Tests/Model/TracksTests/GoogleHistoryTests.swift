import Basics
import Location
import Testing
import Tracks

/// Google's location histories, in the shapes that years of Takeout and of phones have.
struct GoogleHistoryTests {
    private static let first = "2026-01-01T00:00:00Z"

    @Test("Records.json of all years", arguments: [1, 7, 65_536])
    func records(chunkSize: Int) throws {
        let text = #"""
            {
              "locations": [ {
                "timestampMs" : "1767225600000", "latitudeE7" : -378000000, "longitudeE7" : 1449000000,
                "accuracy" : 20, "activity" : [ { "timestampMs" : "1", "activity" : [ { "type" : "STILL", "confidence" : 9 } ] } ]
              }, {
                "latitudeE7": -378000000, "longitudeE7": 1449000000, "accuracy": 5, "velocity": 3, "heading": 360,
                "altitude": 50, "verticalAccuracy": 2, "source": "GPS", "deviceTag": -17, "timestamp": "2026-01-01T00:00:01.5Z",
                "inferredLocation": [{"latitudeE7": 1, "longitudeE7": 1, "timestamp": "2020-01-01T00:00:00Z"}]
              } ]
            }
            """#
        let track = Sample.read(text, chunkSize: chunkSize)
        #expect(track.error == nil && track.skipped.isEmpty)
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(track.points.map(\.coordinate) == [place, place])
        #expect(track.points.map(\.timestamp) == [Sample.start, Sample.start + .milliseconds(1500)])
        #expect(track.points.map(\.fix.device) == ["import", "takeout:-17"])
        let second = try #require(track.points.last?.fix)
        #expect(second.speed == 3 && second.course == 0 && second.ellipsoidalAltitude == 50 && second.altitude == nil)
        #expect(second.horizontalAccuracy?.radius == 5 && second.verticalAccuracy == 2)
    }

    @Test("a degree that has lost its sign of 32 bits gets it back, and nonsense is counted")
    func degrees() throws {
        func read(_ latitude: Int, _ longitude: Int) -> ParsedTrack {
            Sample.read(
                #"{"locations":[{"latitudeE7":\#(latitude),"longitudeE7":\#(longitude),"timestamp":"\#(Self.first)"}]}"#
            )
        }
        #expect(read(3_916_967_296, 1_449_000_000).points.map(\.coordinate) == [try Sample.coordinate(-37.8, 144.9)])
        #expect(read(10_000_000_000, 0).skipped == [.badPosition: 1])
        #expect(
            Sample.read(#"{"locations":[{"timestamp":"\#(Self.first)","deviceTag":1}]}"#).skipped == [.noPosition: 1])
        #expect(Sample.read(#"{"locations":[{"latitudeE7":1,"longitudeE7":1}]}"#).skipped == [.noTime: 1])
    }

    @Test("a month of Semantic Location History: ends of movements, raw paths and visits, no candidates or waypoints")
    func semantic() throws {
        let text = #"""
            {"timelineObjects": [{"activitySegment": {
              "startLocation": {"latitudeE7": -378000000, "longitudeE7": 1449000000, "sourceInfo": {"deviceTag": 4}},
              "endLocation": {"latitudeE7": -379000000, "longitudeE7": 1449000000},
              "duration": {"startTimestamp": "2026-01-01T00:00:00Z", "endTimestamp": "2026-01-01T00:10:00Z"},
              "waypointPath": {"waypoints": [{"latE7": -378500000, "lngE7": 1449000000}]},
              "simplifiedRawPath": {"points": [
                {"latE7": -378500000, "lngE7": 1449000000, "accuracyMeters": 10, "timestamp": "2026-01-01T00:05:00Z"}]},
              "parkingEvent": {"location": {"latitudeE7": 0, "longitudeE7": 0}}
            }}, {"placeVisit": {
              "duration": {"startTimestampMs": "1767226200000", "endTimestampMs": "1767229200000"},
              "location": {"latitudeE7": -379000000, "longitudeE7": 1449000000, "name": "x"},
              "otherCandidateLocations": [{"latitudeE7": 1, "longitudeE7": 1}], "centerLatE7": 2, "centerLngE7": 2
            }}]}
            """#
        let track = Sample.read(text)
        #expect(track.error == nil && track.skipped == [.timeSpan: 1])
        let sorted = track.points.sorted { $0.timestamp < $1.timestamp }
        #expect(sorted.map { ($0.timestamp - Sample.start).components.seconds } == [0, 300, 600, 600, 3600])
        #expect(sorted.map(\.coordinate.latitude) == [-37.8, -37.85, -37.9, -37.9, -37.9])
        #expect(sorted.map { $0.fix.horizontalAccuracy?.radius } == [nil, 10, nil, nil, nil])
    }

    @Test("Android's Timeline.json: paths, visits, activities and raw signals")
    func android() throws {
        let text = #"""
            {"semanticSegments": [
              {"startTime": "2026-01-01T01:00:00.000+01:00", "endTime": "2026-01-01T03:00:00.000+01:00", "timelinePath": [
                {"point": "-37.8°, 144.9°", "time": "2026-01-01T01:02:00.000+01:00"},
                {"point": "-37.9Â°, 144.9Â°", "time": "2026-01-01T01:03:00.000+01:00"}]},
              {"startTime": "2026-01-01T04:00:00Z", "endTime": "2026-01-01T05:00:00Z", "startTimeTimezoneUtcOffsetMinutes": 60,
               "visit": {"hierarchyLevel": 0, "probability": 0.9, "topCandidate": {"placeId": "a", "semanticType": "HOME",
                "placeLocation": {"latLng": "-37.5°, 144.5°"}}}},
              {"startTime": "2026-01-01T05:00:00Z", "endTime": "2026-01-01T06:00:00Z", "activity": {
                "start": {"latLng": "-37.5°, 144.5°"}, "end": {"latLng": "-37.6°, 144.6°"}, "distanceMeters": 14000.5,
                "topCandidate": {"type": "IN_PASSENGER_VEHICLE", "probability": 0.5}}}],
             "rawSignals": [{"position": {"LatLng": "-37.7°, 144.7°", "accuracyMeters": 13, "altitudeMeters": 99.5,
               "source": "WIFI", "timestamp": "2026-01-01T07:00:00Z", "speedMetersPerSecond": 1.5}},
              {"wifiScan": {"deliveryTime": "2026-01-01T07:00:00Z", "devicesRecords": [{"mac": 1, "rawRssi": -8}]}},
              {"activityRecord": {"probableActivities": [{"type": "STILL", "confidence": 1}], "timestamp": "2026-01-01T07:00:00Z"}}],
             "userLocationProfile": {"frequentPlaces": [{"placeId": "a", "placeLocation": "1.0°, 2.0°", "label": "HOME"}]}}
            """#
        let track = Sample.read(text, chunkSize: 11)
        #expect(track.error == nil && track.skipped.isEmpty)
        #expect(track.points.map(\.coordinate.latitude) == [-37.8, -37.9, -37.5, -37.5, -37.5, -37.6, -37.7])
        let seconds = track.points.map { ($0.timestamp - Sample.start).components.seconds }
        #expect(seconds == [120, 180, 14_400, 18_000, 18_000, 21_600, 25_200])
        #expect(track.points.last?.fix.ellipsoidalAltitude == 99.5 && track.points.last?.fix.speed == 1.5)
    }

    @Test("an iPhone's timeline: an array, geo URIs, and minutes after a start that may follow them")
    func iPhone() throws {
        let text = #"""
            [{"endTime": "2026-01-01T02:00:00.000Z", "timelinePath": [
                {"point": "geo:-37.8,144.9", "durationMinutesOffsetFromStartTime": "2"},
                {"point": "geo:-37.9,144.9;u=35", "durationMinutesOffsetFromStartTime": "3"}, {"point": "geo:x"}],
              "startTime": "2026-01-01T00:00:00.000Z"},
             {"startTime": "2026-01-01T04:00:00Z", "endTime": "2026-01-01T05:00:00Z",
              "visit": {"hierarchyLevel": "0", "topCandidate": {"placeLocation": "geo:-37.5,144.5", "probability": "0.9"}}},
             {"startTime": "2026-01-01T05:00:00Z", "endTime": "2026-01-01T05:00:00Z",
              "activity": {"start": "geo:-37.5,144.5", "end": "geo:-37.6,144.6", "distanceMeters": "14000"}},
             {"startTime": "2026-01-01T00:00:00Z", "endTime": "2026-02-01T00:00:00Z",
              "timelineMemory": {"destinations": [{"identifier": "a"}], "distanceFromOriginKms": "100"}}]
            """#
        let track = Sample.read(text, chunkSize: 13)
        #expect(track.error == nil && track.skipped == [.badPosition: 1])
        #expect(track.points.map(\.coordinate.latitude) == [-37.8, -37.9, -37.5, -37.5, -37.5])
        let seconds = track.points.map { ($0.timestamp - Sample.start).components.seconds }
        #expect(seconds == [120, 180, 14_400, 18_000, 18_000])
    }

    @Test("a path is limited, and what is beyond it counts as lost")
    func longPath() {
        let point = #"{"point":"1.0°, 2.0°","time":"\#(Self.first)"}"#
        let path = Array(repeating: point, count: 10_002).joined(separator: ",")
        let track = Sample.read(#"{"semanticSegments":[{"timelinePath":[\#(path)]}]}"#)
        #expect(track.count == 10_000 && track.skipped == [.beyondSegment: 2])
        #expect(SkipReason.beyondSegment.isLoss)
    }

    @Test("the valid part of a truncated file is read, and its error located")
    func truncated() {
        let record = #"{"latitudeE7":1,"longitudeE7":1,"timestamp":"\#(Self.first)"}"#
        let track = Sample.read("{\"locations\":[\n\(record),\n\(record)")
        #expect(track.count == 2 && track.error?.line == 3)
    }
}
