import Glibc
import Location

/// Makes epochs of the truth: the receiver of a scenario, with gpsd behind it.
struct ScenarioReceiver: Sendable {
    static let device = "/dev/ttyACM0"
    private static let altitude = 52.0
    private static let geoidSeparation = 4.9
    /// 1024 weeks: the GPS calendar's turn (IS-GPS-200, 20.3.3.3.1.1).
    private static let calendarTurn = Duration.seconds(1024 * 7 * 86_400)
    /// Below this many metres per second a receiver keeps its course to itself.
    private static let slowest = 0.1

    private let model: ReceiverModel
    private var errors: ReceiverErrors
    private var teleport: Teleport?
    private var earlier: (coordinate: Coordinate, error: Double)?
    private var frozen: Fix?

    init(_ model: ReceiverModel, seed: UInt64) {
        self.model = model
        errors = ReceiverErrors(model, seed: seed)
        teleport = model.faults.contains(.teleports) ? Teleport(seed: seed &+ 0x7E1E) : nil
    }

    /// Fills in what the receiver says in an epoch, that many seconds after the one before.
    mutating func measure(_ epoch: inout ScenarioEpoch, in surroundings: Surroundings, after seconds: Double) {
        let sample = errors.next(after: seconds, in: surroundings, moving: epoch.truth.isMoving)
        guard surroundings != .off else { return forget() }
        guard let sample else {
            forget()
            epoch.fix = silence(at: epoch.time)
            return
        }
        epoch.satellites = sky(sample)
        let measured = epoch.truth.coordinate.moved(north: sample.north, east: sample.east)
        epoch.measured = measured
        let offset = teleport?.next(after: seconds)
        epoch.isOutlier = offset != nil
        let place = offset.map { measured.moved(north: $0.north, east: $0.east) } ?? measured
        var fix = fix(at: place, epoch, sample, seconds)
        if model.faults.contains(.frozen) { freeze(&fix) }
        epoch.fix = fix
    }

    private mutating func forget() {
        earlier = nil
        frozen = nil
    }

    private func silence(at time: Timestamp) -> Fix {
        var fix = Fix(device: Self.device, mode: .none)
        fix.timestamp = stamp(time)
        return fix
    }

    private func stamp(_ time: Timestamp) -> Timestamp {
        model.faults.contains(.rollover) ? time + (Duration.zero - Self.calendarTurn) : time
    }

    private func sky(_ sample: ReceiverErrors.Sample) -> Satellites {
        let used = max(4, Int(13 / max(1, sample.dilution)))
        return Satellites(used: used, visible: used + 5, hdop: sample.dilution.printed(2))
    }

    private mutating func fix(
        at place: Coordinate, _ epoch: ScenarioEpoch, _ sample: ReceiverErrors.Sample, _ seconds: Double
    ) -> Fix {
        var fix = Fix(device: Self.device, mode: .threeDimensional)
        fix.timestamp = stamp(epoch.time)
        let coordinate = Coordinate(
            clampingLatitude: place.latitude.printed(9), longitude: place.longitude.printed(9))
        fix.coordinate = coordinate
        fix.altitude = (Self.altitude + sample.up).printed(4)
        fix.ellipsoidalAltitude = (Self.altitude + Self.geoidSeparation + sample.up).printed(4)
        claim(&fix, sample, seconds)
        move(&fix, epoch.truth, sample, seconds)
        if model.faults.contains(.frozen) { centre(&fix, place, epoch.truth, sample) }
        earlier = (coordinate, fix.horizontalAccuracy?.radius ?? 0)
        return fix
    }

    /// gpsd's own estimates where the receiver gives none: HDOP and VDOP times a typical error, and for the speed two
    /// errors of position in the time of one epoch (gpsd 3.22, `gpsd_error_model`).
    private func claim(_ fix: inout Fix, _ sample: ReceiverErrors.Sample, _ seconds: Double) {
        switch model.claim {
        case .dilution:
            let radius = (19 * sample.dilution.printed(2)).printed(3)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .dilution)
            fix.verticalAccuracy = (23 * 1.6 * sample.dilution).printed(3)
            if let earlier { fix.speedAccuracy = ((earlier.error + radius) / max(seconds, 0.1)).printed(2) }
        case .own(let factor):
            fix.horizontalAccuracy = HorizontalAccuracy(
                radius: max(0.001, (sample.radius * factor).printed(3)), origin: .receiver)
            fix.verticalAccuracy = max(0.001, (1.96 * 1.8 * model.deviation * factor).printed(3))
            fix.speedAccuracy = (2.4477 * hypot(model.velocityWhite, model.velocityWandering)).printed(2)
        }
    }

    private func move(
        _ fix: inout Fix, _ truth: GroundTruth, _ sample: ReceiverErrors.Sample, _ seconds: Double
    ) {
        var north = truth.speed * cos(truth.course * .pi / 180) + sample.velocityNorth
        var east = truth.speed * sin(truth.course * .pi / 180) + sample.velocityEast
        switch model.speed {
        case .none: return
        case .doppler: break
        case .derived:
            guard let earlier, let coordinate = fix.coordinate else { return }
            (north, east) = earlier.coordinate.way(to: coordinate)
            (north, east) = (north / seconds, east / seconds)
        }
        let speed = hypot(north, east)
        fix.speed = speed.printed(3)
        guard speed >= Self.slowest, !model.faults.contains(.noCourse) else { return }
        let degrees = (atan2(east, north) * 180 / .pi).printed(4)
        fix.course = degrees < 0 ? (degrees + 360).printed(4).truncatingRemainder(dividingBy: 360) : degrees
    }

    private func centre(
        _ fix: inout Fix, _ place: Coordinate, _ truth: GroundTruth, _ sample: ReceiverErrors.Sample
    ) {
        let course = truth.course * .pi / 180
        let height = Self.altitude + Self.geoidSeparation + sample.up
        fix.ecefPosition = ECEFVector(place, height: height)?.printed
        fix.ecefVelocity =
            ECEFVector(
                north: truth.speed * cos(course) + sample.velocityNorth,
                east: truth.speed * sin(course) + sample.velocityEast, at: place)?.printed
    }

    /// gpsd 3.22 works latitude and longitude out of ECEF only where it has none, and so once.
    private mutating func freeze(_ fix: inout Fix) {
        guard let first = frozen else {
            frozen = fix
            return
        }
        fix.coordinate = first.coordinate
        fix.altitude = first.altitude
        fix.ellipsoidalAltitude = first.ellipsoidalAltitude
        fix.speed = first.speed
        fix.course = first.course
    }
}
