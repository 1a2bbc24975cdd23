import Basics
import HistoryEncoding
import Location

struct OpenTrip {
    let start: (coordinate: Coordinate, timestamp: Timestamp)
    var figures = PathFigures()
    var isSparse = false

    init(start: TrackPoint) {
        self.start = (start.coordinate, start.timestamp)
    }

    /// Begins where a stay was left, with the motion there; nil for none.
    init(from place: Coordinate, at moment: Timestamp, _ end: MovingEnd?) {
        start = (place, moment)
        if let end { figures.addMotion(time: end.time, distance: end.distance) }
    }
}

extension Trip {
    init(_ trip: OpenTrip, end: Coordinate, to moment: Timestamp) {
        let figures = trip.figures
        let mean = figures.moving > 0 ? figures.metres * 1000 / Double(figures.moving) : nil
        self.init(
            start: trip.start.coordinate, end: end, from: trip.start.timestamp, to: moment, distance: figures.metres,
            gapDistance: figures.gapMetres, isSparse: trip.isSparse, moving: .milliseconds(figures.moving),
            seen: .milliseconds(figures.covered), topSpeed: [figures.top.metresPerSecond, mean].compactMap { $0 }.max())
    }
}

extension Stay {
    init(_ place: StayCandidate, arrival: MovingEnd?, leaving: MovingEnd?) {
        let (before, after) = (arrival?.time ?? 0, leaving?.time ?? 0)
        self.init(
            coordinate: place.centroid, from: place.anchor.timestamp + .milliseconds(before),
            to: place.last.timestamp + .milliseconds(-after),
            seen: .milliseconds(place.figures.covered - before - after))
    }
}

extension PathFigures {
    var metres: Double { Double(distance) / 1e6 }
    var gapMetres: Double { Double(gapDistance) / 1e6 }
}
