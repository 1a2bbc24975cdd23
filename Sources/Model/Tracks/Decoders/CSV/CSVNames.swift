/// The names that other programs give to columns, without blanks, brackets, hyphens and underscores, in lower case.
///
/// They are those of loggers and apps such as GPSLogger, OpenTracks, Sensor Logger, Traccar, OwnTracks, Movebank,
/// FlySight, gpsd's `gpscsv` and the devices of Columbus and Qstarz.
enum CSVNames {
    static let fields: [String: CSVField] = {
        var fields: [String: CSVField] = [:]
        func add(_ field: CSVField, _ names: String) {
            for name in names.split(separator: " ") { fields[String(name)] = field }
        }
        add(CSVField(.timestamp), "datetime utcdatetime recordedat fixtime epoch unixtime unixtimestamp tst isotst")
        add(
            CSVField(.timestamp),
            "timestampms basedatetime dateandtime timestamputc measuredat lastupdated lastchanged loggingtimetxt"
        )
        var time = CSVField(.timestamp)
        time.isTimeOnly = true
        add(time, "time utc utctime timeutc gpstime zeit uhrzeit")
        add(CSVField(kind: .date), "date utcdate dateutc utcd datum")
        add(CSVField(kind: .timeOfDay), "utct timeofday")
        add(CSVField(kind: .northSouth), "n/s ns")
        add(CSVField(kind: .eastWest), "e/w ew")
        add(CSVField(kind: .validity), "valid validity")
        add(CSVField(kind: .identifier), "deviceid trackerid entityid imei vehicleid")
        add(CSVField(kind: .zone), "timezone tz timezonename timezoneid timezoneoffset tzoffset utcoffset gmtoffset")
        add(CSVField(.latitude), "lat latitude latituden/s latitud breitengrad breite")
        add(CSVField(.longitude), "lon lng long longitude longitudee/w longitud längengrad länge")
        addMeasurements(add)
        return fields
    }()

    private static func addMeasurements(_ add: (CSVField, String) -> Void) {
        add(CSVField(.altitude), "alt ele elevation height altmsl altitudemsl altitudeamsl hmsl höhe")
        add(CSVField(.ellipsoidalAltitude), "althae altitudehae hae altitudeellipsoid altitudewgs84")
        add(CSVField(.speed), "velocity groundspeed speedoverground spd geschwindigkeit")
        add(CSVField(.speed, scale: CSVUnit.kilometrePerHour), "vel")
        add(CSVField(.speed, scale: CSVUnit.knot), "sog")
        add(CSVField(.speedAccuracy), "sacc eps")
        add(CSVField(.course), "heading bearing cog direction courseoverground")
        add(CSVField(.courseAccuracy), "bearingaccuracy headingaccuracy cacc")
        add(CSVField(.horizontalAccuracy), "accuracy acc hacc accuracyhorizontal horizontalacc eph gpsaccuracy")
        add(CSVField(.verticalAccuracy), "vac vacc accuracyvertical altitudeaccuracy verticalacc epv")
        add(CSVField(.satellitesUsed), "satellites sats nsat numsv satused satcount usedsatellites numsats")
    }
}
