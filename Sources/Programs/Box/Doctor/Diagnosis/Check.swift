/// A check of one link between the sky and the page.
protocol Check: Sendable {
    var name: CheckName { get }
    /// The checks that have to succeed before this one makes sense.
    var prerequisites: [CheckName] { get }

    func evaluate(_ system: SystemFacts) -> CheckResult

    /// Evaluates the facts of each of several things.
    func evaluateEach(_ system: SystemFacts) -> [CheckResult]
}

extension Check {
    var prerequisites: [CheckName] { [] }
    func evaluateEach(_ system: SystemFacts) -> [CheckResult] { [evaluate(system)] }
}

struct Finding: Hashable, Sendable {
    let check: CheckName
    let result: CheckResult
}

/// The checks of `whereismy doctor`, in order from the sky to the page; the names are a stable interface.
enum CheckName: String, CaseIterable, Sendable {
    /// gpsd is installed on this machine.
    case gpsdInstalled = "gpsd-installed"
    /// gpsd responds.
    case gpsdRunning = "gpsd-running"
    /// gpsd itself holds its socket.
    case gpsdSocket = "gpsd-socket"
    /// gpsd has a receiver.
    case receiver
    /// gpsd's user may read the receiver.
    case receiverAccess = "receiver-access"
    /// Nothing else uses the receiver's port.
    case receiverPort = "receiver-port"
    /// The receiver sends data.
    case sentences
    /// The receiver sees satellites.
    case satellites
    /// The receiver has a position.
    case fix
    /// The clock is right.
    case clock
    /// No known fault of gpsd applies.
    case gpsdFaults = "gpsd-faults"
    /// whereismyd runs and responds.
    case daemon
    /// Nothing speaks against the receiver's positions.
    case integrity
    /// systemd's watchdog is on.
    case watchdog
    /// The daemon's user may write its directories.
    case directories
    /// The history can be read.
    case history
    /// There is free disk space.
    case disk
    /// The HTTP server responds.
    case listener
    /// The page is as new as the position.
    case page
    /// The gazetteer can be read.
    case gazetteer
    /// The own places can be read.
    case ownPlaces = "own-places"
    /// The targets of places are started and stopped.
    case orders
    /// Hooks are run.
    case hooks
    /// Positions are published; a result for each destination.
    case publish
    /// Events are sent to webhooks.
    case webhooks
    /// The caller may use the daemon.
    case group
}

/// The result of a check; messages are one line, lower case, without a full stop.
enum CheckResult: Hashable, Sendable {
    /// It works; the finding.
    case ok(String)
    /// It may not work; the finding and the cure.
    case warn(String, cure: String)
    /// It does not work; the finding and the cure.
    case fail(String, cure: String)
    /// It was not checked; the reason, and the check that caused it, if any.
    case skipped(String, because: CheckName? = nil)

    /// The status as JSON has it.
    var status: String {
        switch self {
        case .ok: "ok"
        case .warn: "warn"
        case .fail: "fail"
        case .skipped: "skipped"
        }
    }

    /// The finding, or the reason for skipping.
    var found: String {
        switch self {
        case .ok(let found), .warn(let found, _), .fail(let found, _), .skipped(let found, _): found
        }
    }

    /// The cure; nil for none.
    var cure: String? {
        switch self {
        case .warn(_, let cure), .fail(_, let cure): cure
        case .ok, .skipped: nil
        }
    }
}
