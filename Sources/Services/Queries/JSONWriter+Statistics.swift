import Basics
import JSON
import Location
import Tracks

extension JSONWriter {
    /// Writes a track's figures, stays, trips and gaps, with the names of places.
    mutating func members(of summary: TrackSummary, _ names: PlaceNames) {
        figures(of: summary)
        objects("stays", summary.stays) { json, stay in
            json.time("from", stay.from)
            json.time("to", stay.to)
            json.place(stay.coordinate)
            json.name(names.name(of: stay.coordinate))
            json.number("seen", stay.seen.inSeconds, decimals: 3)
        }
        objects("trips", summary.trips) { json, trip in
            json.time("from", trip.from)
            json.time("to", trip.to)
            json.ends(trip.start, trip.end, names: names)
            json.number("distance", trip.distance, decimals: 1)
            json.number("gapDistance", trip.gapDistance, decimals: 1)
            if trip.isSparse { json.boolean("sparse", true) }
        }
        objects("gaps", summary.gaps) { json, gap in
            json.time("from", gap.from)
            json.time("to", gap.to)
            json.ends(gap.start, gap.end, names: names)
            json.number("distance", gap.distance, decimals: 1)
        }
    }

    /// Writes a track's figures in metres, seconds, and metres per second.
    mutating func figures(of summary: TrackSummary) {
        integer("points", summary.points)
        integer("outliers", summary.outliers > 0 ? summary.outliers : nil)
        integer("jumps", summary.jumps > 0 ? summary.jumps : nil)
        number("distance", summary.distance, decimals: 1)
        number("moving", summary.moving.inSeconds, decimals: 3)
        number("standing", summary.standing.inSeconds, decimals: 3)
        number("unknown", summary.unknown.inSeconds, decimals: 3)
        number("gapDistance", summary.gapDistance, decimals: 1)
        number("topSpeed", summary.topSpeed, decimals: 3)
        number("meanSpeed", summary.meanSpeed, decimals: 3)
        number("ascent", summary.ascent, decimals: 1)
        number("descent", summary.descent, decimals: 1)
    }

    /// Writes the ends of a trip or a gap with their names.
    mutating func ends(_ start: Coordinate, _ end: Coordinate, names: PlaceNames) {
        for (key, place) in [("start", start), ("end", end)] {
            object(key) { json in
                json.place(place)
                json.name(names.name(of: place))
            }
        }
    }

    mutating func place(_ coordinate: Coordinate) {
        number("latitude", coordinate.latitude, decimals: 7)
        number("longitude", coordinate.longitude, decimals: 7)
    }
}
