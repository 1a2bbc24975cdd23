import Basics
import Location
import Testing
import Tracks

/// CSV of other programs.
struct ForeignCSVTests {
    private func read(_ text: String, columns: String? = nil) throws -> ParsedTrack {
        var track = ParsedTrack()
        let zones: TimeZones = { name in name == "Test/One" ? { Timestamp($0) + .seconds(-3600) } : nil }
        let reader = TrackReader(
            device: "import", columns: try columns.map { try CSVColumns(list: $0) }, zones: zones, gpsd: NoDecoder.init)
        let bytes = Array(text.utf8)
        reader.feed(bytes.span, into: &track)
        reader.finish(into: &track)
        return track
    }

    @Test(
        "times without a zone are counted in each form, but not where the column or the form has one",
        arguments: [
            ("time", "2026-01-01 00:00:00", true), ("time", "2026-01-01T00:00:00Z", false),
            ("time", "2026-01-01 01:00:00 +0100", false), ("time", "1767225600", false),
            ("time", "20260101000000", true),
            ("time", "01.01.2026 0:00", true), ("time", "2026/01/01 12:00:00 AM", true),
            ("time", "2026-01-01 00:00:00.5 UTC", false), ("UTC time", "2026-01-01 00:00:00", false),
            ("timestamp (GMT)", "2026-01-01 00:00:00", false), ("date,time", "2026-01-01,00:00:00", true),
            ("utc_date,utc_time", "2026-01-01,00:00:00", false), ("date,time", "2026-01-01,00:00:00Z", false),
            ("date,time", "2026-01-01,01:00:00+01", false),
        ])
    func zones(header: String, time: String, isMissing: Bool) throws {
        let track = try read("\(header),lat,lon\n\(time),1,2\n\(time),91,2\n")
        #expect(track.count == 1 && track.zoneless == (isMissing ? 1 : 0))
        #expect(track.points.first.map { ($0.timestamp - Sample.start).components.seconds } == 0)
    }

    @Test(
        "a column of time zones is used for the times without one, in each line, and that is said",
        arguments: [
            ("time,timezone", "2026-01-01 01:00:00,+01:00", true), ("date,time,tz", "2025-12-31,19:00:00,-0500", true),
            ("time,UTC Offset", "2026-01-01 00:00:00,UTC", true),
            ("Time Zone,time", "Test/One,2026-01-01 01:00:00", true),
            ("time,time_zone", "2026-01-01T00:00:00Z,+01:00", false),
            ("UTC time,tz", "2026-01-01 00:00:00,+01:00", false),
            ("time,timezone", "1767225600,+01:00", false),
            ("time,tz_offset", "2026-01-01 05:45:00.000, GMT+0545 ", true),
        ])
    func zoneColumn(header: String, time: String, isUsed: Bool) throws {
        let track = try read("\(header),lat,lon\n\(time),1,2\n\(time),91,2\n")
        #expect(track.points.map(\.timestamp) == [Sample.start] && track.zoneless == 0)
        #expect(track.assumed == (isUsed ? [.zoneOfColumn: 1] : [:]))
    }

    @Test("names between the lines, as in files that were put together, count from there on")
    func laterHeader() throws {
        let track = try read(
            "time,lat,lon\n2026-01-01T00:00:00Z,1,2\nlon;lat;time;speed\n2;1;2026-01-01T00:00:01Z;3\ntime,lat,lon\n"
                + "2026-01-01T00:00:02Z,1,2\n")
        #expect(track.points.map(\.coordinate.latitude) == [1, 1, 1] && track.skipped == [.notTrack: 2])
        let given = try read(
            "2026-01-01T00:00:00Z,1,2\ntime,lon,lat\n2026-01-01T00:00:01Z,1,2\n", columns: "time,lat,lon")
        #expect(given.points.map(\.coordinate.latitude) == [1, 1] && given.skipped == [.notTrack: 1])
    }

    @Test("a number of seconds that a spreadsheet has rounded is no time")
    func roundedTime() throws {
        for time in ["1.76723E+12", "1.76723e9", "1.7672E18"] {
            #expect(try read("time,lat,lon\n\(time),1,2\n").skipped == [.badTime: 1])
        }
        for time in ["1.7672256E+12", "1.767225600E9", "1767225600.0"] {
            #expect(try read("time,lat,lon\n\(time),1,2\n").points.map(\.timestamp) == [Sample.start])
        }
    }

    @Test(
        "a zone that is not known or not there leaves the time in UTC, which is said", arguments: ["Test/Two", "2", ""])
    func unknownZone(zone: String) throws {
        let track = try read("time,tz,lat,lon\n2026-01-01 00:00:00,\(zone),1,2\n2026-01-01 01:00:00,Test/One,1,2\n")
        #expect(track.points.map(\.timestamp) == [Sample.start, Sample.start] && track.zoneless == 1)
        #expect(track.assumed == (zone.isEmpty ? [.zoneOfColumn: 1] : [.zoneOfColumn: 1, .unreadableValue: 1]))
    }

    @Test(
        "columns are found by their usual names, with their units",
        arguments: [
            "Time,Lat,Lon,Speed (km/h)\n2026-01-01T00:00:00Z,-37.8,144.9,36",
            "lon\tlat\ttst\tspeed_kmh\n144.9\t-37.8\t1767225600\t36",
            "date;time;latitude;longitude;speed_mps\n2026-01-01;00:00:00;-37,8;144,9;10",
            "Date,Time,Latitude,N/S,Longitude,E/W,Speed[kmh]\n2026/01/01,00:00:00,37.8,S,144.9,E,36",
            "DATE,TIME,LATITUDE N/S,LONGITUDE E/W,SPEED m/s\n01.01.2026,0:00:00,37.8S,144.9E,10",
            "utc_d,utc_t,lat,lon,speed\n2026/01/01,12:00:00 AM,-37.8,144.9,36 km/h",
            "timestampMs,lng,lat,velocity\n1767225600000,144.9,-37.8,10",
            "\"UTC Date Time\",\"Latitude\",\"Longitude\",\"Speed km/h\"\r\n2026-01-01 00:00:00,S37.8,E144.9,36\r\n",
            "Date,Latitude,Longitude,Speed\n2026-01-01T00:00:00+00:00,-37.8,144.9,10",
        ])
    func named(text: String) throws {
        let track = try read(text)
        #expect(track.error == nil && track.skipped.isEmpty)
        let point = try #require(track.points.first)
        let place = try Sample.coordinate(-37.8, 144.9)
        #expect(point.timestamp == Sample.start && point.coordinate == place)
        #expect(abs((point.fix.speed ?? 0) - 10) < 1e-9)
    }

    @Test(
        "a speed without a unit has that of the program which the header shows, and that is said",
        arguments: [
            (
                "timestamp,latitude,longitude,accuracy,velocity,altitude,battery,device_id,source_type\n"
                    + "2026-01-01T00:00:00Z,-37.8,144.9,5,36,7,80,phone,GPX", TrackAssumption.speedOfGeoPulse
            ),
            (
                "timestamp,latitude,longitude,accuracy,velocity,altitude,battery,device_id,source_type,telemetry\n"
                    + "2026-01-01T00:00:00Z,-37.8,144.9,,36,,,,OWNTRACKS,", .speedOfGeoPulse
            ),
            (
                "Date;Time;Millis;Comment;Latitude;Longitude;Altitude;Course;Speed;HDOP;Satellites;BatteryLevel;Left;Right\n"
                    + "01.01.2026;00:00:00;9;;-37.8;144.9;5;0;36;0.9;9;4;;", .speedOfOpenBikeSensor
            ),
            (
                "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING\n"
                    + "1,T,2026-01-01,00:00:00,37.8S,144.9E,5,36,0", .speedOfColumbus
            ),
            (
                "id,deviceId,protocol,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,"
                    + "address,accuracy\n1,2,osmand,2026-01-01T00:00:09.000+00:00,2026-01-01T00:00:08.000+00:00,"
                    + "2026-01-01T00:00:00.000+00:00,true,-37.8,144.9,5,19.438444924406,0,,0.0", .speedOfTraccar
            ),
        ])
    func units(text: String, assumption: TrackAssumption) throws {
        let track = try read(text)
        #expect(track.error == nil && track.skipped.isEmpty && track.assumed == [assumption: 1])
        let point = try #require(track.points.first)
        #expect(point.timestamp == Sample.start && abs((point.fix.speed ?? 0) - 10) < 1e-9)
    }

    @Test("a unit in the header has precedence, and points without a speed are not counted")
    func namedUnits() throws {
        let named = "timestamp,latitude,longitude,speed_mph,velocity,battery,device_id,source_type\n"
        let track = try read(named + "2026-01-01T00:00:00Z,-37.8,144.9,10,1,,,")
        #expect(track.points.first?.fix.speed == 4.4704 && track.assumed.isEmpty)
        let empty = "timestamp,latitude,longitude,velocity,battery,device_id,source_type\n2026-01-01T00:00:00Z,1,2,,,,"
        #expect(try read(empty).count == 1 && read(empty).assumed.isEmpty)
        #expect(try read("timestamp,latitude,longitude,velocity\n2026-01-01T00:00:00Z,1,2,3").assumed.isEmpty)
    }

    @Test(
        "columns can be given, whether or not the file names them",
        arguments: [
            "a,2026-01-01T00:00:00Z,-37.8,144.9\n", "id,when,y,x\na,2026-01-01T00:00:00Z,-37.8,144.9\n",
            "id;when;y;x;more\na;2026-01-01T00:00:00Z;-37,8;144,9;1\n",
            "id,timestamp,latitude,longitude\na,2026-01-01T00:00:00Z,-37.8,144.9\n",
        ])
    func given(text: String) throws {
        let track = try read(text, columns: "-,timestamp,latitude,longitude")
        #expect(track.error == nil && track.skipped.isEmpty && track.count == 1)
        #expect(track.points.map(\.coordinate) == [try Sample.coordinate(-37.8, 144.9)])
    }

    @Test("an unknown column, and one that is missing, are named")
    func errors() {
        #expect(throws: CSVColumnsError.unknown("when")) { try CSVColumns(list: "when,lat,lon") }
        #expect(throws: CSVColumnsError.incomplete) { try CSVColumns(list: "time,lat,-") }
        #expect(CSVColumnsError.unknown("when").description.hasPrefix("unknown column \"when\"; fix: one of timestamp"))
    }

    @Test(
        "names of columns that are no UTF-8 are read with the rest of the file as ISO-8859-1, which is said",
        arguments: ["Zeit;Breite;Länge;Höhe;Ort", "# Fähre\r\ntime;lat;lon;Höhe;x\r"])
    func latin(header: String) {
        let bytes = (header + "\n2026-01-01T00:00:00Z;-37,8;144,9;45,5;Fähre\n").unicodeScalars.map { UInt8($0.value) }
        for size in [1, 65_536] {
            let track = Sample.read(bytes, chunkSize: size)
            #expect(track.error == nil && track.points.map(\.fix.altitude) == [45.5])
            #expect(track.assumed == [.singleByteText: 1])
        }
        // Only the names decide: a note may be anything.
        let note = Array("time;lat;lon;Höhe\n2026-01-01T00:00:00Z;1;2;3;".utf8) + [0xE4, 0x0A]
        #expect(Sample.read(note).assumed.isEmpty)
    }

    @Test("a date whose order cannot be known is no time, and a short line is not readable")
    func unreadable() throws {
        let header = "date,time,lat,lon\n"
        #expect(try read(header + "01/02/2026,10:00:00,1,2").skipped == [.unknownOrder: 1])
        #expect(try read(header + "01/02/2026,10:00:00,1,2").undecidedDate == "01/02/2026")
        #expect(try read(header + "2026-01-01,10:00:00,1").skipped == [.unreadable: 1])
        #expect(try read(header + "2026-01-01,,1,2").skipped == [.noTime: 1])
        #expect(try read(header + "2026-01-01,10:00:00,1X,2").skipped == [.badPosition: 1])
    }
}
