import Basics
import JSON
import Location
import Places
import Wire

extension OwnTracksWaypoints {
    /// Appends a waypoint; the apps read whole metres alone.
    static func append(_ place: Place, _ circle: PlaceCircle, key: Int64, to bytes: inout [UInt8]) {
        bytes += Array("{\"_type\":\"waypoint\",\"desc\":".utf8)
        JSONText.append(place.name.text, to: &bytes)
        bytes += Array(",\"lat\":".utf8)
        DecimalText.append(circle.centre.latitude, decimals: 9, to: &bytes)
        bytes += Array(",\"lon\":".utf8)
        DecimalText.append(circle.centre.longitude, decimals: 9, to: &bytes)
        bytes += Array(",\"rad\":".utf8)
        DecimalText.append(Int64(circle.radius.rounded()), to: &bytes)
        bytes += Array(",\"tst\":".utf8)
        DecimalText.append(key, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }
}
