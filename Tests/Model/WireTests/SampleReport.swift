import Basics
import Location

/// The report in DESIGN.md, and reports derived from it.
enum SampleReport {
    /// The example of the schema in DESIGN.md.
    static let designExample = """
        {"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":412,"age":0.4,
         "fix":{"timestamp":"2026-01-01T00:06:52.000Z","mode":"3d","latitude":-37.80996889,"longitude":144.96326388,
                "altitude":45.1,"ellipsoidalAltitude":50.0,"horizontalAccuracy":5.5,"verticalAccuracy":9.5,
                "speed":3.5,"speedAccuracy":0.4,"course":90.0,"courseAccuracy":2.0,"climb":0.0,
                "device":"/dev/ttyUSB0","differential":"none","source":"receiver"},
         "received":"2026-01-01T00:06:52.311Z","motion":"moving","odometer":1240.5,
         "satellites":{"used":8,"visible":10,"hdop":0.9},
         "place":{"name":"Melbourne","region":"Victoria","country":"AU","distance":840.0,"bearing":41.0}}
        """

    /// The output for ``full()``: the example with the origin of the accuracy.
    static let golden =
        #"{"state":"live","since":"2026-01-01T00:00:00.000Z","sequence":412,"age":0.4,"#
        + #""fix":{"timestamp":"2026-01-01T00:06:52.000Z","mode":"3d","latitude":-37.80996889,"#
        + #""longitude":144.96326388,"altitude":45.1,"ellipsoidalAltitude":50.0,"horizontalAccuracy":5.5,"#
        + #""horizontalAccuracyOrigin":"receiver","verticalAccuracy":9.5,"speed":3.5,"speedAccuracy":0.4,"#
        + #""course":90.0,"courseAccuracy":2.0,"climb":0.0,"device":"/dev/ttyUSB0","differential":"none","#
        + #""source":"receiver"},"received":"2026-01-01T00:06:52.311Z","motion":"moving","#
        + #""odometer":1240.5,"satellites":{"used":8,"visible":10,"hdop":0.9},"#
        + #""integrity":{"level":"nominal","since":"2026-01-01T00:00:00.000Z","reasons":[]},"#
        + #""place":{"name":"Melbourne","region":"Victoria","country":"AU","distance":840.0,"bearing":41.0}}"#

    static func full() -> Report {
        var report = Report(state: .live, since: Timestamp(milliseconds: 1_767_225_600_000), sequence: 412)
        report.age = .milliseconds(400)
        report.fix = fix()
        report.received = Timestamp(milliseconds: 1_767_226_012_311)
        report.motion = .moving
        report.odometer = 1240.5
        report.satellites = Satellites(used: 8, visible: 10, hdop: 0.9)
        report.place = NearbyPlace(
            name: "Melbourne", region: "Victoria", country: "AU", distance: 840, bearing: 41)
        return report
    }

    static func fix() -> Fix {
        var fix = Fix(device: "/dev/ttyUSB0", mode: .threeDimensional)
        fix.timestamp = Timestamp(milliseconds: 1_767_226_012_000)
        fix.coordinate = Coordinate(latitude: -37.809_968_89, longitude: 144.963_263_88)
        fix.altitude = 45.1
        fix.ellipsoidalAltitude = 50
        fix.horizontalAccuracy = HorizontalAccuracy(radius: 5.5, origin: .receiver)
        fix.verticalAccuracy = 9.5
        fix.speed = 3.5
        fix.speedAccuracy = 0.4
        fix.course = 90
        fix.courseAccuracy = 2
        fix.climb = 0
        return fix
    }
}
