public import Basics
public import Linux
import Location

/// One poll(2) loop that does what a ``Follower`` wants: a connection, the signals that end a program, and a clock.
struct FollowLoop: ~Copyable {
    /// How long a connection and a request may take: the other side is on this machine.
    private static let connectTimeout: Duration = .seconds(2)

    /// An open connection, which can be let go of.
    private final class Connection {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    private let path: String
    private let signals: SignalFD
    private var connection: Connection?

    /// Takes over the signals that end the program.
    ///
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    init(_ path: String) throws(SystemError) {
        self.path = path
        signals = try SignalFD(SignalFD.terminationSignals)
    }

    /// Goes on until the follower is done.
    consuming func run(_ follower: inout any Follower) {
        notify(.started, &follower)
        while !follower.isDone {
            let timeout = follower.deadline.map { max(.zero, $0 - SystemClock.uptime) + .milliseconds(1) }
            var interests: [Poll.Interest] = [.readable(signals.descriptor)]
            if let connection { interests.append(.readable(connection.descriptor)) }
            let ready = Poll.wait(interests, timeout: timeout)
            if ready[0] {
                notify(.interrupted, &follower)
            } else if ready.count > 1, ready[1] {
                read(&follower)
            }
            if let deadline = follower.deadline, SystemClock.uptime >= deadline { notify(.due, &follower) }
        }
    }

    private mutating func read(_ follower: inout any Follower) {
        guard let connection else { return }
        do throws(SystemError) {
            let bytes = try connection.descriptor.read(upTo: 65_536)
            if bytes.isEmpty { self.connection = nil }
            notify(bytes.isEmpty ? .disconnected(nil) : .bytes(bytes), &follower)
        } catch {
            guard !error.isTransient else { return }
            self.connection = nil
            notify(.disconnected(error), &follower)
        }
    }

    private mutating func notify(_ event: FollowEvent, _ follower: inout any Follower) {
        var news = [event]
        while let event = news.popLast(), !follower.isDone {
            for action in follower.handle(event, at: SystemClock.now()) {
                if let consequence = perform(action) { news.append(consequence) }
            }
        }
    }

    /// Answers what came of it where that is worth a word.
    private mutating func perform(_ action: FollowAction) -> FollowEvent? {
        switch action {
        case .disconnect: connection = nil
        case .printError(let text): CommandProgram.printDiagnostics(text)
        case .write(let bytes):
            do throws(SystemError) { try StandardStream.output.write(bytes) } catch { return .interrupted }
        case .connect(let request):
            do throws(SystemError) { connection = try connect(sending: request) } catch { return .disconnected(error) }
        }
        return nil
    }

    private func connect(sending request: [UInt8]) throws(SystemError) -> Connection {
        let deadline = SystemClock.uptime + Self.connectTimeout
        let connection = Connection(try LocalSocket.connect(path, before: deadline))
        try LocalSocket.send(request, to: connection.descriptor, path, before: deadline)
        return connection
    }
}

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
