import Basics
import Location
import Testing
import Tracks

/// Times, unknown values and layouts in CSV of other programs.
struct CSVVariantsTests {

    private func times(_ text: String) -> [String] { Sample.read(text).points.map(\.timestamp.iso8601) }

    @Test(
        "a date and a time are read in every spelling",
        arguments: [
            "2026-05-24 12:00:00 +0200", "2026-05-24 10:00:00 UTC", "2026-05-24 10:00:00Z", "2026-05-24T10:00Z",
            "2026-05-24T12:00:00.000+02:00[Europe/Berlin]", "2026/05/24 10:00:00", "24.05.2026 10:00:00",
            "24.5.2026 10:00", "24-May-2026 10:00:00.000", "20260524 100000", "20260524T100000Z", "20260524100000",
            "24/05/2026 10:00:00", "05/24/2026 10:00:00 AM", "260524 100000", "1779616800", "1779616800000",
            "1779616800000000", "1779616800000000000", "2026-05-24 10:00:00,000", "2026-05-24 10:00:00 GMT",
            "2026-5-24 10:00:00", "24.05.26 10:00:00", "2026-05-24 12:00:00 UTC+02:00",
        ])
    func moments(text: String) {
        #expect(times("time;lat;lon\n\(text);1;2") == ["2026-05-24T10:00:00.000Z"])
    }

    @Test(
        "a day and a time of day have columns of their own",
        arguments: [
            ("260524", "100000"), ("2026-05-24", "10:00:00"), ("20260524", "10:00:00Z"), ("24.05.2026", "10:00"),
            ("2026-05-24", "12:00:00 +0200"), ("2026-05-24", "10:00:00 UTC"), ("2026/05/24", "10:00:00 AM"),
            ("2026-05-24 00:00:00", "10:00:00"), ("2026-05-24", "2026-05-24T10:00:00Z"), ("2026-05-24", "1779616800"),
            ("24/05/2026", "10:00:00.000"),
        ])
    func columns(date: String, time: String) {
        #expect(times("DATE\tTIME\tlat\tlon\n\(date)\t\(time)\t1\t2") == ["2026-05-24T10:00:00.000Z"])
    }

    @Test("the first date of six digits decides for the file, and that is said")
    func sixDigits() {
        let yearFirst = Sample.read("date,time,lat,lon\n240501,100000,1,2\n010203,100000,1,2\n")
        #expect(yearFirst.points.map(\.timestamp.iso8601.day) == ["2024-05-01", "2001-02-03"])
        #expect(yearFirst.assumed == [.yearFirst: 2])
        let dayFirst = Sample.read("date,time,lat,lon\n10524,100000,1,2\n150524,100000,1,2\n")
        #expect(dayFirst.points.map(\.timestamp.iso8601.day) == ["2024-05-01", "2024-05-15"])
        #expect(dayFirst.assumed == [.dayFirst: 2])
    }

    @Test(
        "rows wait for the first date that shows whether the day or the month is first, and keep their order",
        arguments: [
            ("time,lat,lon", "%d/05/2026 10:00:00,1,2"), ("date,time,lat,lon", "%d/05/2026,10:00:00,1,2"),
            ("time,lat,lon", "05/%d/2026 10:00:00,1,2"), ("lat,lon,time,date", "1,2,10:00,05-%d-2026"),
        ])
    func orderOfDates(header: String, row: String) {
        let rows = (1...14).map { row.replacing("%d", with: $0 < 10 ? "0\($0)" : "\($0)") }
        let track = Sample.read(([header] + rows).joined(separator: "\n"))
        let days = (1...14).map { "2026-05-" + ($0 < 10 ? "0\($0)" : "\($0)") }
        #expect(track.points.map(\.timestamp.iso8601.day) == days && track.skipped.isEmpty)
        #expect(track.zoneless == 14)
        // One with an invalid position decides too, and other rows behind a later header have their own columns.
        let mixed = Sample.read(
            ([header] + rows.prefix(12) + ["lon;lat;time", "3;91;\(days[12])", "4;x;1"]).joined(separator: "\n"))
        #expect(mixed.count == 0 && mixed.skipped[.unknownOrder] == 12)
    }

    @Test("rows that wait are read with the columns above them, also if what decides is the last row or is skipped")
    func heldColumns() {
        let text = "lat,lon,time\n1,2,01/05/2026 10:00\nlon;lat;time\n4;3;02/05/2026 10:00\n4;91;13/05/2026 10:00\n"
        let track = Sample.read(text)
        #expect(track.points.map(\.coordinate.latitude) == [1, 3] && track.skipped == [.notTrack: 1, .badPosition: 1])
    }

    @Test("a date that is none, such as 13/13/2026, decides nothing", arguments: ["13/13/2026", "05/32/2026"])
    func noDate(date: String) {
        let track = Sample.read("time,lat,lon\n\(date) 10:00,1,2\n01/05/2026 10:00,1,2\n")
        #expect(track.skipped == [.badTime: 1, .unknownOrder: 1])
    }

    @Test("a limited number of rows waits, and the rest is skipped")
    func heldRows() {
        let row = "1/5/2026 10:00,1,2\n"
        let rows = String(repeating: row, count: 50_002)
        let track = Sample.read("time,lat,lon\n\(rows)13/5/2026 10:00,1,2\n")
        #expect(track.count == 50_001 && track.skipped == [.unknownOrder: 2])
        let long = "1/5/2026 10:00,1,2,\(String(repeating: "x", count: 60_000))\n"
        let wide = Sample.read("time,lat,lon,x\n\(String(repeating: long, count: 80))13/5/2026 10:00,1,2,\n")
        #expect(wide.count == 70 && wide.skipped == [.unknownOrder: 11])
    }

    @Test("twelve digits that are a valid date and time are one, others are milliseconds since 1970")
    func twelveDigits() {
        #expect(times("timestamp,lat,lon\n240501120000,1,2\n") == ["2024-05-01T12:00:00.000Z"])
        #expect(times("timestamp,lat,lon\n240501120000,1,2\n010203040506,1,2\n").last == "2001-02-03T04:05:06.000Z")
        #expect(times("timestamp,lat,lon\n946684800000,1,2\n") == ["2000-01-01T00:00:00.000Z"])
        #expect(times("timestamp,lat,lon\n1714564800000,1,2\n") == ["2024-05-01T12:00:00.000Z"])
        let mixed = Sample.read("timestamp,lat,lon\n946684800000,1,2\n240501120000,1,2\n")
        #expect(mixed.points.last?.timestamp.iso8601 == "2024-05-01T12:00:00.000Z" && mixed.assumed == [.yearFirst: 1])
    }

    @Test("a column of moments has precedence over those of a day and a time")
    func precedence() {
        let text = "DATE,TIME,recorded_at,lat,lon\n2020-01-01,01:00:00,2026-05-24T10:00:00Z,1,2"
        #expect(times(text) == ["2026-05-24T10:00:00.000Z"])
        #expect(times("seconds_elapsed,time,datetime(utc),lat,lon\n1,900,2026-05-24 10:00:00,1,2").count == 1)
    }

    @Test("a time since the start of a recording is no time")
    func elapsed() {
        #expect(Sample.read("Time (s),Latitude (°),Longitude (°)\n0.5,1,2\n3600,1,2").skipped == [.badTime: 2])
    }

    @Test(
        "a word for an unknown value drops no point",
        arguments: ["null", "NULL", "NaN", "nan", "-", "N/A", "n/a", "None", "", "inf", "-Infinity", " ", "\\N"])
    func unknown(word: String) throws {
        let header = "timestamp,latitude,longitude,altitude,speed,course,accuracy,satellites,mode\n"
        let track = Sample.read(
            header + "2026-01-01T00:00:00Z,1,2" + String(repeating: "," + word, count: 6)
                + "\n2026-01-01T00:00:00Z,\(word),2,1,1,1,1,1,3d\n\(word),1,2,1,1,1,1,1,3d")
        #expect(track.skipped == [.noPosition: 1, .noTime: 1] && track.assumed.isEmpty)
        let fix = try #require(track.points.first).fix
        #expect(fix.altitude == nil && fix.speed == nil && fix.course == nil && fix.horizontalAccuracy == nil)
    }

    @Test(
        "lines above the names of the columns, units below them and comments are skipped and counted",
        arguments: [
            ("sep=;\ntime;lat;lon\n2026-05-24T10:00:00Z;1;2", 1),
            ("Report;Route\nDevice;Van 7\n\nValid;Time;Latitude;Longitude\ntrue;2026-05-24 10:00:00;1;2", 2),
            ("# a logger\ntime|lat|lon\n# start\n2026-05-24T10:00:00Z|1|2\n", 2),
            ("time,lat,lon,hMSL\n,(deg),(deg),(m)\n2026-05-24T10:00:00Z,1,2,3", 1),
            ("Firmware=2&Id=0000&Rate=1\nDate;Time;Latitude;Longitude\n24.05.2026;10:00:00;1,0;2,0", 1),
            ("\"#time\",\"latitude\",\"longitude\"\n\"2026-05-24T12:00:00+02:00\",\"1\",\"2\"", 0),
            ("time,lat,lon\n2026-05-24T10:00:00Z,1,2,,\n", 0),
        ])
    func surroundings(text: String, above: Int) {
        let track = Sample.read(text, chunkSize: 5)
        #expect(track.error == nil && track.points.map(\.timestamp.iso8601) == ["2026-05-24T10:00:00.000Z"])
        #expect(track.skipped == (above == 0 ? [:] : [.notTrack: above]))
    }

    @Test("given columns fit below lines about the file")
    func given() throws {
        var track = ParsedTrack()
        let columns = try CSVColumns(list: "date,time,-,latitude,longitude,speed_kmh")
        let reader = TrackReader(device: "import", columns: columns) { NoDecoder() }
        let text = "Firmware=2&Id=0000\nD;T;M;Y;X;V\n24.05.2026;10:00:00;0;1.0;2.0;36\n"
        reader.feed(Array(text.utf8).span, into: &track)
        reader.finish(into: &track)
        #expect(track.points.map(\.timestamp.iso8601) == ["2026-05-24T10:00:00.000Z"])
        #expect(track.points.first?.fix.speed == 10 && track.skipped == [.notTrack: 1])
    }

    @Test(
        "the layouts of loggers and apps",
        arguments: [
            // GPSLogger
            "time,lat,lon,elevation,accuracy,bearing,speed,satellites,provider,hdop,timestamp_ms\n"
                + "2026-05-24T10:00:00.000Z,1,2,7,5,90,10,8,gps,0.9,1779616800000",
            // Sensor Logger
            "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,bearing,"
                + "altitude,longitude,latitude\n1779616800000000000,1.5,1,1,3,5,10,90,7,2,1",
            // SensorLog
            "loggingTime(txt),locationTimestamp_since1970(s),locationLatitude(WGS84),locationLongitude(WGS84),"
                + "locationAltitude(m),locationSpeed(m/s),locationCourse(°),locationHorizontalAccuracy(m)\n"
                + "2026-05-24 10:00:00 +0000,1779616800,1,2,7,10,90,5",
            // BasicAirData
            "type,date time,latitude,longitude,accuracy(m),altitude(m),geoid_height(m),speed(m/s),bearing(deg),sat_used\n"
                + "T,2026-05-24 10:00:00.000,1,2,5,7,,10,90,8",
            // Traccar
            "id;deviceId;protocol;serverTime;deviceTime;fixTime;valid;latitude;longitude;altitude;speed;course;accuracy\n"
                + "1;2;osmand;2026-05-24T10:00:09Z;2026-05-24T10:00:08Z;2026-05-24T10:00:00.000+00:00;true;1;2;7;"
                + "19.438444924406;90;5",
            "Fix Time,Valid,Latitude,Longitude,Altitude,Speed,Course,Accuracy\n"
                + "2026-05-24 10:00:00,true,1,2,7,19.438444924406,90,5",
            "Valid,Time,Latitude,Longitude,Altitude,Speed,Course,Accuracy,Address,Attributes\n"
                + "TRUE,2026-05-24 10:00:00,1,2,7 m,36 km/h,90,5,,x=1",
            // Qstarz
            "INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED,HEADING,ACCURACY\n"
                + "1,T,2026/05/24,10:00:00,SPS,1.0,N,2.0,E,7,36,90,5",
            // Columbus
            "INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,ACCURACY\n"
                + "1,T,260524,100000,1.0N,2.0E,7,36,90,5",
            // OpenTracks
            "\"#time\",\"trackpoint_type\",\"latitude\",\"longitude\",\"altitude\",\"accuracy_horizontal\",\"speed\",\"bearing\"\n"
                + "\"2026-05-24T12:00:00+02:00\",\"TRACKPOINT\",\"1\",\"2\",\"7\",\"5\",\"10\",\"90\"",
            // FlySight
            "time,lat,lon,hMSL,speed,heading,hAcc,numSV\n2026-05-24T10:00:00.00Z,1,2,7,10,90,5,8",
            "UTC Time;Latitude(°);Longitude(°);Height (ft);Speed (kn);COG;eph\n"
                + "2026-05-24 10:00:00;1,0°;2,0°;22,965879265;19,438444924406;90°;5",
        ])
    func layouts(text: String) throws {
        let track = Sample.read(text)
        #expect(track.error == nil && track.skipped.isEmpty)
        let point = try #require(track.points.first)
        #expect(point.timestamp.iso8601 == "2026-05-24T10:00:00.000Z")
        #expect(point.coordinate == Coordinate(latitude: 1, longitude: 2))
        #expect(abs((point.fix.altitude ?? 0) - 7) < 1e-6 && abs((point.fix.speed ?? 0) - 10) < 1e-6)
        #expect(point.fix.course == 90 && point.fix.horizontalAccuracy?.radius == 5)
    }

    @Test("a position that its program marks as not valid is skipped with that reason")
    func invalid() {
        let text = "fixTime,valid,latitude,longitude,speed\n2026-05-24T10:00:00Z,false,1,2,3\n"
        #expect(Sample.read(text).skipped == [.noFix: 1])
    }
}

extension String {
    /// The day of a time in ISO 8601.
    fileprivate var day: String { String(prefix(10)) }
}
