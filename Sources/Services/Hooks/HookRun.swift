import Basics
public import Linux
import Location

/// A hook that is run for an event.
public struct HookRun: Sendable {
    /// How long a hook may take.
    public static let timeLimit: Duration = .seconds(30)
    /// How long it may take to end then.
    public static let grace: Duration = .seconds(2)

    private let event: HookEvent
    private let timeLimit: Duration

    /// Takes the event that hooks are run for, and how long each may take.
    public init(_ event: HookEvent, timeLimit: Duration = timeLimit) {
        self.event = event
        self.timeLimit = timeLimit
    }

    /// Runs a hook to its end.
    ///
    /// - Throws: ``SystemError`` where it cannot be started.
    public func outcome(of path: String) throws(SystemError) -> HookOutcome {
        let start = SystemClock.uptime
        let memory = try FileDescriptor.inMemory("event")
        try memory.write(event.line)
        // Opened anew, it is read from its begin, and cannot be written.
        let input = try FileDescriptor.open(memory.pathForChildren)
        let program = try Subprocess(starting: path, environment: event.environment, input: input)
        let end = try program.end(within: timeLimit, grace: Self.grace)
        return HookOutcome(status: end.status, isTimedOut: end.isLate, duration: SystemClock.uptime - start)
    }
}

/// How a hook has ended.
public struct HookOutcome: Hashable, Sendable {
    /// How its process has ended.
    public let status: ProcessExitStatus
    /// Whether it was ended, since it took too long.
    public let isTimedOut: Bool
    /// How long it took.
    public let duration: Duration

    /// Makes one from its parts.
    public init(status: ProcessExitStatus, isTimedOut: Bool, duration: Duration) {
        self.status = status
        self.isTimedOut = isTimedOut
        self.duration = duration
    }

    /// Whether it has done its work, as far as it says.
    public var isSuccess: Bool { status == .exited(0) && !isTimedOut }

    /// What there is to say of it.
    public var text: String {
        guard !isTimedOut else { return "ended, since it took longer than \(Int(HookRun.timeLimit.inSeconds)) s" }
        var bytes: [UInt8] = []
        DecimalText.append(duration.inSeconds, decimals: 2, to: &bytes)
        let time = String(decoding: bytes, as: UTF8.self)
        return switch status {
        case .exited(let code): "exit status \(code) after \(time) s"
        case .killed(let signal): "ended by signal \(signal) after \(time) s"
        }
    }
}
