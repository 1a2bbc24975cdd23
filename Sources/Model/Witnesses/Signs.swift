import Location

/// The witnesses other than the track itself: what the sky, the speed and the receiver say.
struct Signs: Sendable {
    private var speed = SpeedWitness()
    private var constant = ConstantWitness()
    private var altitude = AltitudeWitness()
    private var strength = StrengthWitness()
    private var leap = LeapWitness()
    private var constellations = ConstellationWitness()
    private var loss = LossWitness()
    private var clockDrift = ClockDriftWitness()
    private var time = TimeWitness()
    private var interference = InterferenceWitness()
    private var uptime = 0.0
    /// The uptime of the last report of each source.
    private var heard = (
        speed: -Double.infinity, altitude: -Double.infinity, clockDrift: -Double.infinity, time: -Double.infinity,
        sky: -Double.infinity
    )

    /// The seconds for which a witness speaks after the last report of its source.
    private static let memory = 60.0

    /// The seconds of a gap after which the sky may be another one.
    private static let newSky = 60.0

    /// Adds a fix.
    mutating func add(_ observation: Observation, _ context: Context, isContradicted: Bool) {
        uptime = observation.uptime
        constant.add(observation)
        time.add(observation, context)
        if observation.timestamp != nil { heard.time = uptime }
        if !isContradicted { altitude.add(observation, context) }
        if observation.altitude != nil { heard.altitude = uptime }
        interference.noteFix(at: observation.uptime)
        if let health = observation.health { add(health, context) }
    }

    /// Adds what a receiver reports of itself.
    mutating func add(_ health: ReceiverHealth, _ context: Context) {
        uptime = context.time
        clockDrift.add(health, context)
        if health.clockDrift != nil { heard.clockDrift = uptime }
        interference.add(health, at: context.time)
    }

    /// Adds a list of satellites.
    mutating func add(_ satellites: [Satellite], _ context: Context) {
        uptime = context.time
        heard.sky = uptime
        strength.add(satellites, context)
        leap.add(satellites, context)
        constellations.add(satellites, context)
        loss.add(satellites, context)
    }

    /// Compares the way of a fix that continues the track with its speed.
    mutating func followSpeed(_ observation: Observation) {
        speed.add(observation)
        heard.speed = uptime
    }

    /// Notes a leap of the positions.
    mutating func noteLeap(at time: Double) {
        speed.restart()
        constant.noteBreak(at: time)
    }

    /// Notes a gap of some seconds.
    mutating func noteGap(_ gap: Double, at time: Double) {
        speed.restart()
        altitude.restart()
        clockDrift.restart()
        constant.noteBreak(at: time)
        guard gap > Self.newSky else { return }
        leap.restart()
        constellations.restart()
    }

    /// Goes on with other positions; what is known of the receiver stays.
    mutating func restart() {
        speed.restart()
        altitude.restart()
    }

    /// True if signals fell together a short time ago.
    var remembersLoss: Bool { loss.remembers(at: uptime) }

    /// True if a witness speaks that causes a level.
    var causeDoubt: Bool { isAnyActive && active.contains { JudgementTable.level(of: $0) > .nominal } }

    /// True if a witness speaks that prevents trust.
    var preventTrust: Bool { isAnyActive && active.contains { JudgementTable.preventsTrust($0) } }

    /// True if any speaks; without an array, since next to always none does.
    private var isAnyActive: Bool {
        speed.isActive || constant.isActive || leap.isActive || strength.isActive || constellations.isActive
            || time.isActive || clockDrift.isActive || altitude.isActive || interference.isJammed(at: uptime)
            || interference.antennaFault(at: uptime) != nil || remembersLoss
    }

    /// The witnesses that speak, the weightiest first.
    private var active: [Integrity.Code] {
        let all: [(Integrity.Code, Bool)] = [
            (.speed, speed.isActive && isFresh(heard.speed)), (.constant, constant.isActive),
            (.skyLeap, leap.isActive && isFresh(heard.sky)),
            (.sameStrength, strength.isActive && isFresh(strength.heardAt)),
            (.constellationLoss, constellations.isActive && isFresh(heard.sky)),
            (.time, time.isActive && isFresh(heard.time)),
            (.clockDrift, clockDrift.isActive && isFresh(heard.clockDrift)),
            (.altitude, altitude.isActive && isFresh(heard.altitude)), (.jamming, interference.isJammed(at: uptime)),
            (.antenna, interference.antennaFault(at: uptime) != nil), (.signalLoss, remembersLoss),
        ]
        return all.filter(\.1).map(\.0)
    }

    private func isFresh(_ heard: Double) -> Bool { uptime - heard < Self.memory }

    /// Returns the reasons with their figures.
    func reasons(at uptime: Double) -> [Integrity.Reason] {
        active.map { Integrity.Reason(code: $0, detail: detail($0)) }
    }

    private func detail(_ code: Integrity.Code) -> String {
        switch code {
        case .speed: "the positions are \(whole(speed.difference)) m from where the reported speed leads"
        case .constant: "the position repeats to the digit, which this receiver never did at rest"
        case .skyLeap: "\(leap.leapt.count) of \(leap.leapt.of) satellites are elsewhere in the sky than before"
        case .sameStrength: "all satellites have the same strength within \(tenths(strength.deviation)) dB"
        case .signalLoss: "all satellites lost strength together in the last quarter of an hour"
        case .constellationLoss: "\(constellations.missing) constellations are missing, another is as strong as before"
        case .time:
            "the receiver's time is \(whole(abs(time.ahead))) s \(time.ahead < 0 ? "behind" : "ahead of") this machine's clock"
        case .clockDrift: "the drift of the receiver's clock has stepped by \(whole(clockDrift.difference)) ns/s"
        case .altitude: "the altitude has changed by \(whole(altitude.step)) m at once"
        case .jamming: "the receiver reports interference of \(interference.indicator) of 255"
        case .antenna:
            switch interference.antennaFault(at: uptime) {
            case .short?: "the receiver reports a short circuit of the antenna"
            case .unpowered?: "the receiver reports that the antenna has no power"
            default: "the receiver reports that it has no antenna"
            }
        case .jump, .gapJump: ""
        }
    }
}

extension Leap {
    /// The reason that a leap is.
    var reason: Integrity.Reason {
        guard gap > Reach.prediction else {
            return Integrity.Reason(
                code: .jump,
                detail: "\(whole(distance)) m from where it was expected, \(whole(allowed)) m is possible")
        }
        return Integrity.Reason(
            code: .gapJump,
            detail: "\(whole(distance)) m away after a gap of \(whole(gap)) s, \(whole(allowed)) m is possible")
    }
}

/// Rounds for display; 0 for what is no number.
private func whole(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }

/// Rounds to tenths for display.
private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
