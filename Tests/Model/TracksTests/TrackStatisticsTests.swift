import Basics
import Location
import Testing
import Tracks

/// The statistics of a day.
struct TrackStatisticsTests {
    /// A day of stays and drives with a fix every ten seconds; a stationary receiver's position varies by metres.
    private struct Day {
        var points: [TrackPoint] = []
        var place: Coordinate
        var seconds = 0.0
        var altitude = 100.0
        private var step = 0

        init() throws {
            place = try Sample.coordinate(47, 8)
        }

        mutating func stay(minutes: Int, motion: Motion = .unknown) throws {
            for _ in 0..<(minutes * 6) {
                step += 1
                let stray = place.moved(north: Double(step * 7 % 13) - 6, east: Double(step * 5 % 11) - 5)
                try add(stray, altitude: altitude + Double(step * 11 % 17) - 8, speed: nil, motion: motion)
            }
        }

        mutating func drive(minutes: Int, speed: Double, climb: Double = 0) throws {
            for _ in 0..<(minutes * 6) {
                step += 1
                place = place.moved(north: speed * 10, east: 0)
                altitude += climb * 10
                try add(place, altitude: altitude + Double(step % 3) - 1, speed: speed, motion: .moving)
            }
        }

        private mutating func add(_ place: Coordinate, altitude: Double, speed: Double?, motion: Motion) throws {
            seconds += 10
            var fix = try Sample.bare(place, at: seconds).fix
            fix.mode = .threeDimensional
            fix.altitude = altitude
            fix.speed = speed
            points.append(try #require(TrackPoint(fix, motion: motion)))
        }

        var summary: TrackSummary {
            TrackStatistics(points).finish()
        }
    }

    @Test("a day of stays and drives has the expected statistics")
    func day() throws {
        var day = try Day()
        let home = day.place
        try day.stay(minutes: 60)
        try day.drive(minutes: 20, speed: 15, climb: 0.1)
        let work = day.place
        try day.stay(minutes: 120, motion: .stationary)
        try day.drive(minutes: 10, speed: 20)
        let summary = day.summary
        #expect(summary.points == day.points.count)
        #expect(abs(summary.distance - 30_000) < 300)
        #expect(abs(summary.moving.inSeconds - 1800) < 60 && abs(summary.standing.inSeconds - 10_800) < 120)
        #expect(summary.unknown == .zero && summary.topSpeed == 20)
        #expect(summary.meanSpeed.map { abs($0 - 30_000 / 1800) < 0.5 } == true)
        #expect(summary.ascent.map { abs($0 - 120) < 12 } == true && summary.descent == 0)
        try #require(summary.stays.count == 2 && summary.trips.count == 2)
        #expect(summary.stays[0].coordinate.distance(to: home) < 15)
        #expect(summary.stays[1].coordinate.distance(to: work) < 15)
        #expect(abs((summary.stays[1].to - summary.stays[1].from).inSeconds - 7200) < 60)
        #expect(abs(summary.trips[0].distance - 18_000) < 200 && abs(summary.trips[1].distance - 12_000) < 200)
        #expect(summary.trips[0].from == summary.stays[0].to && summary.trips[0].to == summary.stays[1].from)
    }

    @Test("the mean speed never exceeds the top speed, whatever the receiver reports", arguments: [nil, 0, 3])
    func speeds(reported: Double?) throws {
        for count in [2, 3, 30] {
            var points: [TrackPoint] = []
            for index in 0..<count {
                var fix = try Sample.bare(try Sample.coordinate(0, Double(index) * 1e-4), at: Double(index)).fix
                fix.speed = reported
                points.append(try #require(TrackPoint(fix)))
            }
            let summary = TrackStatistics(points).finish()
            let (top, mean) = (try #require(summary.topSpeed), try #require(summary.meanSpeed))
            #expect(top >= mean && abs(mean - 11.13) < 0.01)
        }
    }

    @Test("a night of position noise is a stay without distance, speed or climb")
    func night() throws {
        var day = try Day()
        try day.stay(minutes: 600)
        let summary = day.summary
        #expect(summary.distance == 0 && summary.moving == .zero && summary.topSpeed == nil)
        #expect(summary.ascent == 0 && summary.descent == 0 && summary.meanSpeed == nil)
        #expect(summary.stays.count == 1 && summary.trips.isEmpty)
    }

    @Test("a stop at a traffic light is standing but no stay, and does not end the trip")
    func trafficLight() throws {
        var day = try Day()
        try day.drive(minutes: 5, speed: 10)
        try day.stay(minutes: 2, motion: .stationary)
        try day.drive(minutes: 5, speed: 10)
        let summary = day.summary
        #expect(summary.stays.isEmpty && summary.trips.count == 1)
        #expect(abs(summary.standing.inSeconds - 110) < 20 && abs(summary.distance - 5900) < 50)
    }

    @Test("a single outlier is not the top speed")
    func outlier() throws {
        var day = try Day()
        try day.drive(minutes: 5, speed: 10)
        var fix = day.points[10].fix
        fix.speed = 300
        day.points[10] = try #require(TrackPoint(fix, motion: .moving))
        #expect(day.summary.topSpeed == 10)
    }

    @Test("gaps do not count, and a gap within a stay belongs to it")
    func gaps() throws {
        var day = try Day()
        try day.stay(minutes: 10)
        day.seconds += 8 * 3600
        try day.stay(minutes: 10)
        #expect(day.summary.stays.count == 1 && day.summary.distance == 0)
        #expect(abs(day.summary.unknown.inSeconds - 28_810) < 1)
        #expect(day.summary.stays.first.map { abs($0.seen.inSeconds - 1180) < 20 } == true)
        day.seconds += 3600
        day.place = day.place.moved(north: 5000, east: 5000)
        try day.stay(minutes: 10)
        #expect(day.summary.stays.count == 2 && day.summary.trips.isEmpty)
        #expect(day.summary.distance == 0 && day.summary.gaps.count == 1)
    }

    @Test("a gap between two places ends the trip before it, and the next trip begins after it")
    func powerOff() throws {
        var day = try Day()
        try day.drive(minutes: 10, speed: 10)
        let lost = try #require(day.points.last)
        day.seconds += 23 * 3600
        day.place = day.place.moved(north: 3000, east: 4000)
        try day.drive(minutes: 20, speed: 10)
        let summary = day.summary
        try #require(summary.trips.count == 2 && summary.gaps.count == 1)
        #expect(abs(summary.trips[0].distance - 5900) < 10 && abs(summary.trips[1].distance - 11_900) < 10)
        #expect(summary.trips[0].to == lost.timestamp && summary.trips[0].to == summary.gaps[0].from)
        #expect(summary.trips[1].from == summary.gaps[0].to && summary.stays.isEmpty)
        #expect(
            abs(summary.gaps[0].distance - 5060) < 100 && abs(summary.gapDistance - summary.gaps[0].distance) < 1e-5)
        #expect(abs(summary.distance - 17_800) < 20)
        #expect(summary.unknown == summary.gaps[0].to - summary.gaps[0].from)
    }

    @Test("a gap after arrival is a stay there, although the trip had not settled")
    func parkedWithoutPower() throws {
        var day = try Day()
        try day.drive(minutes: 10, speed: 10)
        let arrival = try #require(day.points.last)
        day.seconds += 14 * 3600
        // The first fix after a night is beside the last one.
        day.place = day.place.moved(north: -100, east: 8)
        try day.drive(minutes: 10, speed: 10)
        let summary = day.summary
        try #require(summary.stays.count == 1 && summary.trips.count == 2)
        #expect(summary.gaps.isEmpty && summary.gapDistance == 0)
        #expect(summary.trips[0].to == arrival.timestamp && summary.stays[0].from == arrival.timestamp)
        #expect(abs((summary.stays[0].to - summary.stays[0].from).inSeconds - 14 * 3600) < 60)
        #expect(summary.stays[0].seen < .seconds(60))
    }

    @Test("a gap of less than five minutes belongs to the trip, and its length is apart")
    func tunnel() throws {
        var day = try Day()
        try day.drive(minutes: 5, speed: 20)
        day.seconds += 240
        day.place = day.place.moved(north: 4800, east: 0)
        try day.drive(minutes: 5, speed: 20)
        let summary = day.summary
        #expect(summary.trips.count == 1 && summary.gaps.isEmpty)
        #expect(abs(summary.gapDistance - 5000) < 10 && summary.trips.first?.gapDistance == summary.gapDistance)
        #expect(abs(summary.distance - 11_600) < 10)
    }

    @Test("ascent and descent count beyond the noise")
    func climb() throws {
        var day = try Day()
        try day.drive(minutes: 10, speed: 10, climb: 0.5)
        try day.drive(minutes: 10, speed: 10, climb: -0.25)
        let summary = day.summary
        #expect(summary.ascent.map { (280...300).contains($0) } == true)
        #expect(summary.descent.map { (130...150).contains($0) } == true)
        var flat = try Day()
        try flat.drive(minutes: 60, speed: 10)
        #expect(flat.summary.ascent == 0 && flat.summary.descent == 0)
    }

    @Test("no point and a single point have empty statistics")
    func least() throws {
        #expect(TrackStatistics().finish() == TrackSummary())
        let summary = TrackStatistics([try Sample.bare(try Sample.coordinate(1, 2), at: 0)]).finish()
        #expect(summary.points == 1 && summary.distance == 0 && summary.stays.isEmpty && summary.trips.isEmpty)
        #expect(summary.ascent == nil)
    }
}
