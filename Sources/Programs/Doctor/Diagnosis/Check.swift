/// One link between the sky and the page, judged by what was found out.
protocol Check: Sendable {
    /// What it is called.
    var name: CheckName { get }
    /// The checks without whose success it could tell nothing.
    var prerequisites: [CheckName] { get }

    /// Judges.
    func evaluate(_ examination: SystemFacts) -> CheckResult
}

extension Check {
    var prerequisites: [CheckName] { [] }
}

/// What one check has come to.
struct Finding: Hashable, Sendable {
    /// The check.
    let check: CheckName
    /// What it came to.
    let result: CheckResult
}

/// What `whereismy doctor` looks at, in order from the sky to the page; the names are promises to programs.
enum CheckName: String, CaseIterable, Sendable {
    /// Whether there is a gpsd on this machine.
    case gpsdInstalled = "gpsd-installed"
    /// Whether it answers.
    case gpsdRunning = "gpsd-running"
    /// Whether what holds its socket is itself.
    case gpsdSocket = "gpsd-socket"
    /// Whether it has a receiver.
    case receiver
    /// Whether its user may read the receiver.
    case receiverAccess = "receiver-access"
    /// Whether nobody else uses the receiver's port.
    case receiverPort = "receiver-port"
    /// Whether the receiver says anything.
    case sentences
    /// Whether it sees satellites.
    case satellites
    /// Whether it has a position.
    case fix
    /// Whether the machine's clock is right.
    case clock
    /// Whether this gpsd has a known fault that matters here.
    case gpsdFaults = "gpsd-faults"
    /// Whether whereismyd runs and answers.
    case daemon
    /// Whether systemd would notice that it hangs.
    case watchdog
    /// Whether its user may write where it must.
    case directories
    /// Whether the history can be read.
    case history
    /// Whether there is room left.
    case disk
    /// Whether browsers and programs are answered.
    case listener
    /// Whether the page is as new as the position.
    case page
    /// Whether the places of the world can be read.
    case gazetteer
    /// Whether the owner's places can be read.
    case ownPlaces = "own-places"
    /// Whether what belongs to places is started and stopped.
    case orders
    /// Whether what is to be run for events is.
    case hooks
    /// Whether events are sent to where they are to be.
    case webhooks
    /// Whether the caller may ask the daemon.
    case group
}

/// What one check comes to; words are one line, lower case, without a full stop.
enum CheckResult: Hashable, Sendable {
    /// All is well; what was found.
    case ok(String)
    /// It works, or may; what was found, and what mends it.
    case warn(String, cure: String)
    /// It does not work; what was found, and what mends it.
    case fail(String, cure: String)
    /// It was not looked at; why, and the check that is the reason where one is.
    case skipped(String, because: CheckName? = nil)

    /// The one word for it.
    var status: String {
        switch self {
        case .ok: "ok"
        case .warn: "warn"
        case .fail: "fail"
        case .skipped: "skipped"
        }
    }

    /// What was found, or why nothing was looked for.
    var found: String {
        switch self {
        case .ok(let found), .warn(let found, _), .fail(let found, _), .skipped(let found, _): found
        }
    }

    /// What mends it; nil where there is nothing to mend.
    var cure: String? {
        switch self {
        case .warn(_, let cure), .fail(_, let cure): cure
        case .ok, .skipped: nil
        }
    }
}
