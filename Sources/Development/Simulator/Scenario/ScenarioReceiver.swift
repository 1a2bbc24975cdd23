import Basics
import Glibc
import Location

/// Converts the ground truth to epochs: the receiver of a scenario with gpsd behind it.
struct ScenarioReceiver: Sendable {
    static let device = "/dev/ttyACM0"
    private static let geoidSeparation = 4.9
    /// The interval in seconds at which gpsd sends the sky: receivers list their satellites every few seconds.
    private static let skyInterval = 5.0
    /// 1024 weeks: the GPS calendar's rollover (IS-GPS-200, 20.3.3.3.1.1).
    private static let calendarTurn = Duration.seconds(1024 * 7 * 86_400)

    private let model: ReceiverModel
    private var errors: ReceiverErrors
    private var frame = ErrorFrame()
    private var speedometer: Speedometer
    private var teleport: Teleport?
    private var earlierRadius: Double?
    private var frozen: Fix?
    /// The last sky that was sent, and the seconds since.
    private var sky: Satellites?
    private var skyAge = 0.0
    private var satellites: SimulatedSky?
    private var strengths: SeededGenerator

    init(_ model: ReceiverModel, seed: UInt64) {
        self.model = model
        errors = ReceiverErrors(model, seed: seed)
        speedometer = Speedometer(model)
        strengths = SeededGenerator(seed: seed ^ 0x5EE7)
        if model.listsSatellites { satellites = SimulatedSky(seed: ~seed) }
        teleport = model.faults.contains(.teleports) ? Teleport(seed: seed &+ 0x7E1E) : nil
    }

    /// Sets the output of the receiver for an epoch a time in seconds after the previous one.
    mutating func measure(_ epoch: inout ScenarioEpoch, in surroundings: SignalEnvironment, after seconds: Double) {
        let sample = errors.next(after: seconds, in: surroundings, moving: epoch.truth.isMoving)
        frame.follow(epoch.truth.coordinate)
        guard surroundings != .off else { return forget() }
        guard let sample = sample.map(frame.orient) else {
            forget()
            epoch.fix = silence(at: epoch.time)
            return
        }
        look(sample, after: seconds, into: &epoch)
        let measured = epoch.truth.coordinate.moved(north: sample.north, east: sample.east)
        epoch.measured = printed(measured)
        let offset = teleport?.next(after: seconds)
        epoch.isOutlier = offset != nil
        let place = offset.map { measured.moved(north: $0.north, east: $0.east) } ?? measured
        var fix = fix(at: place, epoch: epoch, sample: sample, after: seconds)
        if model.faults.contains(.frozen) { freeze(&fix) }
        epoch.fix = fix
    }

    private mutating func forget() {
        speedometer.forget()
        earlierRadius = nil
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

    private func printed(_ place: Coordinate) -> Coordinate {
        Coordinate(
            clampingLatitude: place.latitude.printed(minutes: model.minuteDecimals),
            longitude: place.longitude.printed(minutes: model.minuteDecimals))
    }

    private mutating func look(_ sample: ReceiverErrors.Sample, after seconds: Double, into epoch: inout ScenarioEpoch)
    {
        skyAge += seconds
        epoch.sky = satellites?.next() ?? []
        epoch.sendsSky = sky == nil || skyAge >= Self.skyInterval - 0.01
        if epoch.sendsSky {
            let estimate = max(4, Int(13 / max(1, sample.dilution)))
            let hdop: Double? = if case .none = model.claim { nil } else { sample.dilution.printed(2) }
            let listed = Satellites(used: epoch.usedCount, visible: epoch.sky.count, hdop: hdop)
            (sky, skyAge) = (epoch.sky.isEmpty ? view(from: epoch, maxUsed: estimate, hdop: hdop) : listed, 0)
        }
        epoch.satellites = sky
    }

    /// Returns the true sky, with strengths that fluctuate.
    private mutating func view(from epoch: ScenarioEpoch, maxUsed: Int, hdop: Double?) -> Satellites {
        var sky = NominalOrbits.sky(from: epoch.truth.coordinate, at: epoch.time, maxUsed: maxUsed, hdop: hdop)
        for index in sky.inView.indices {
            let noise = strengths.nextNormal()
            sky.inView[index].signal = sky.inView[index].signal.map { ($0 + noise).rounded() }
        }
        return sky
    }

    private mutating func fix(
        at place: Coordinate, epoch: ScenarioEpoch, sample: ReceiverErrors.Sample, after seconds: Double
    ) -> Fix {
        var fix = Fix(device: Self.device, mode: .threeDimensional)
        fix.timestamp = stamp(epoch.time)
        fix.coordinate = printed(place)
        fix.altitude = (model.altitude + sample.up).printed(4)
        fix.ellipsoidalAltitude = (model.altitude + Self.geoidSeparation + sample.up).printed(4)
        setAccuracy(of: &fix, sample: sample, after: seconds)
        let velocity = (
            north: epoch.truth.velocity.north + sample.velocityNorth,
            east: epoch.truth.velocity.east + sample.velocityEast
        )
        speedometer.read(velocity, at: epoch.truth.coordinate, after: seconds, into: &fix)
        if model.faults.contains(.frozen) {
            let height = model.altitude + Self.geoidSeparation + sample.up
            fix.ecefPosition = ECEFVector(GeodeticPosition(coordinate: place, ellipsoidalAltitude: height))?.printed
            fix.ecefVelocity =
                ECEFVector(north: velocity.north, east: velocity.east, at: epoch.truth.coordinate)?.printed
        }
        earlierRadius = fix.horizontalAccuracy?.radius
        return fix
    }

    /// gpsd's estimates if the receiver reports none: HDOP and VDOP times a typical error, and for the speed two
    /// position errors divided by the interval of an epoch (gpsd 3.22, `gpsd_error_model`).
    private func setAccuracy(of fix: inout Fix, sample: ReceiverErrors.Sample, after seconds: Double) {
        switch model.claim {
        case .dilution:
            let radius = (19 * sample.dilution.printed(2)).printed(3)
            fix.horizontalAccuracy = HorizontalAccuracy(radius: radius, origin: .dilution)
            fix.verticalAccuracy = (23 * 1.6 * sample.dilution).printed(3)
            if let earlierRadius { fix.speedAccuracy = ((earlierRadius + radius) / max(seconds, 0.1)).printed(2) }
        case .own(let factor):
            fix.horizontalAccuracy = HorizontalAccuracy(
                radius: max(0.001, (sample.radius * factor).printed(3)), origin: .receiver)
            fix.verticalAccuracy = max(0.001, (1.96 * 1.8 * model.deviation * factor).printed(3))
            fix.speedAccuracy = (2.4477 * model.velocity).printed(2)
        case .none: break
        }
    }

    /// gpsd 3.22 derives latitude and longitude from ECEF only while it has none, and therefore once.
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

extension ECEFVector {
    /// Converts a horizontal velocity at a coordinate, in metres per second.
    init?(north: Double, east: Double, at coordinate: Coordinate) {
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        self.init(
            x: -north * sin(latitude) * cos(longitude) - east * sin(longitude),
            y: -north * sin(latitude) * sin(longitude) + east * cos(longitude),
            z: north * cos(latitude))
    }

    /// The vector rounded to centimetres, as gpsd prints it.
    var printed: ECEFVector {
        ECEFVector(x: x.printed(2), y: y.printed(2), z: z.printed(2)) ?? self
    }
}
