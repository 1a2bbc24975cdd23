import Basics
public import Linux

/// Runs hooks for an event.
public struct HookRun: Sendable {
    /// The time limit of a hook.
    public static let timeLimit: Duration = .seconds(30)
    /// The time between SIGTERM and SIGKILL after that.
    public static let grace: Duration = .seconds(2)

    private let line: [UInt8]
    private let environment: [String: String]
    private let timeLimit: Duration

    /// Creates a run for an event, with the time limit of each hook.
    public init(_ event: HookEvent, timeLimit: Duration = timeLimit) {
        self.init(line: event.line, environment: event.environment, timeLimit: timeLimit)
    }

    /// Creates a run of an event as JSON with a line end, with the environment and the time limit of each hook.
    public init(line: [UInt8], environment: [String: String], timeLimit: Duration = timeLimit) {
        self.line = line
        self.environment = environment
        self.timeLimit = timeLimit
    }

    /// Runs a hook and waits for its end.
    ///
    /// - Throws: ``SystemError`` if it cannot be started.
    public func outcome(of path: String) throws(SystemError) -> HookOutcome {
        let start = SystemClock.uptime
        let memory = try FileDescriptor.inMemory("event")
        try memory.write(line)
        // Opened again, it is read from its start and is read-only.
        let input = try FileDescriptor.open(memory.pathForChildren)
        let program = try Subprocess(starting: path, environment: environment, input: input)
        let end = try program.end(within: timeLimit, grace: Self.grace)
        return HookOutcome(status: end.status, isTimedOut: end.isLate, duration: SystemClock.uptime - start)
    }
}

/// The result of a hook.
public struct HookOutcome: Hashable, Sendable {
    /// The exit status of its process.
    public let status: ProcessExitStatus
    /// True if it was ended after the time limit.
    public let isTimedOut: Bool
    /// The running time.
    public let duration: Duration

    /// True if it reported success in time.
    public var isSuccess: Bool { status == .exited(0) && !isTimedOut }

    /// The result as text.
    public var text: String {
        guard !isTimedOut else { return "ended after the time limit of \(Int(HookRun.timeLimit.inSeconds)) s" }
        var bytes: [UInt8] = []
        DecimalText.append(duration.inSeconds, decimals: 2, to: &bytes)
        let time = String(decoding: bytes, as: UTF8.self)
        return switch status {
        case .exited(let code): "exit status \(code) after \(time) s"
        case .killed(let signal): "ended by signal \(signal) after \(time) s"
        }
    }
}
