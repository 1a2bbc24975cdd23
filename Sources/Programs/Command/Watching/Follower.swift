public import Basics
public import Linux
import Location

/// Somebody who follows a socket: told what happens, it says what to do about it.
public protocol Follower {
    /// When it wants to be told ``FollowEvent/due``, in uptime; nil for not.
    var deadline: Duration? { get }
    /// Whether there is nothing more to do.
    var isDone: Bool { get }

    /// Something has happened.
    ///
    /// - Parameters:
    ///   - event: what.
    ///   - moment: when.
    /// - Returns: what to do now, in this order.
    mutating func handle(_ event: FollowEvent, at moment: Moment) -> [FollowAction]
}

/// What happens to a ``Follower``.
public enum FollowEvent: Hashable, Sendable {
    /// It begins.
    case started
    /// Bytes have come.
    case bytes([UInt8])
    /// There is no connection any more, or none came about; the reason, nil where the other side has ended it.
    case disconnected(SystemError?)
    /// The time that it named has come.
    case due
    /// Whoever watches has seen enough: Ctrl-C, or nobody reads what is written.
    case interrupted
}

/// What a ``Follower`` wants done.
public enum FollowAction: Hashable, Sendable {
    /// Connect anew and say this.
    case connect([UInt8])
    /// Leave the connection.
    case disconnect
    /// Write to standard output.
    case write([UInt8])
    /// Say a line on standard error.
    case printError(String)
}
