import Basics
import HistoryEncoding
import Location

/// The path from place to place.
extension TrackStatistics {
    /// Goes on from the place of the last point to the start of a part.
    mutating func join(_ place: StayCandidate, with start: StayCandidate, by arrival: Arrival) {
        if aside == nil, place.isContinued(by: start, after: arrival.step, rule) {
            self.place?.append(start, by: arrival.step)
            if place.isStay(rule) { self.place?.forgetAltitudes() }
        } else {
            var path = PathFigures()
            path.add(arrival.step)
            go(path, to: start, by: arrival)
        }
    }

    /// Goes on to the next place, or stays if only a single fix was off in between.
    mutating func go(_ path: PathFigures, to next: StayCandidate, by arrival: Arrival? = nil) {
        guard let place else { return }
        let single = aside
        aside = nil
        let isBrief = path.metres + path.gapMetres <= 2 * rule.maxRadius
        let isOff =
            single != nil && path.points == 0
            || path.points == 1 && isBrief && next.last.timestamp >= place.anchor.timestamp + rule.minDuration
        if isOff, place.isOnePlace(as: next, rule) {
            if let single { self.place?.count(stray: single.fix, after: single.path) }
            self.place?.append(next, after: path)
            if self.place?.isStay(rule) == true { self.place?.forgetAltitudes() }
        } else if let single {
            leave(for: single.fix, by: single.path, single.arrival)
            if let arrival, let fix = self.place { join(fix, with: next, by: arrival) } else { go(path, to: next) }
        } else if path.points == 0, next.figures.points == 1, rule.isBeside(place.centre, next.anchor),
            place.isStay(rule) || path.unknown > 0 || path.covered >= rule.minDuration.milliseconds
        {
            aside = (next, path, arrival)
        } else {
            leave(for: next, by: path, arrival)
        }
    }

    mutating func leave(for next: StayCandidate, by path: PathFigures, _ arrival: Arrival?) {
        guard let place else { return }
        guard let arrival, arrival.isLong else {
            close(place, isLeft: true)
            count(path)
            self.place = next
            if path.unknown >= rule.minDuration.milliseconds { trip?.isSparse = true }
            return
        }
        if rule.isOnePlace(place.last, next.anchor) {
            close(place, isLeft: false)
            self.place = StayCandidate(arrivingWith: place)
            self.place?.append(next, by: arrival.step)
        } else {
            interrupt(place, next, by: arrival.step)
        }
    }

    /// Ends the track at a place, and starts again after a gap.
    private mutating func interrupt(_ place: StayCandidate, _ start: StayCandidate, by step: TrackStep) {
        close(place, isLeft: false)
        if let trip { end(trip, at: place.last.coordinate, place.last.timestamp) }
        trip = nil
        longGaps.append(Gap(from: place.last, to: start.anchor))
        total.add(step)
        climb.interrupt()
        begin(at: start)
    }
}
