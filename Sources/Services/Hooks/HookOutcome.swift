import Basics
public import Linux
import Location

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
