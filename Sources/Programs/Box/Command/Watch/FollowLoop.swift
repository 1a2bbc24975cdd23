import APIClient
import Basics
import CommandLine
public import Linux

/// A poll(2) loop that drives a ``WatchSession``: a connection, termination signals and a timer.
struct FollowLoop: ~Copyable {
    /// The timeout for connecting and sending; the peer is on this machine.
    private static let connectTimeout: Duration = .seconds(2)

    private let path: String
    private let signals: SignalFD
    private var connection: DaemonConnection?

    /// Creates a loop that receives the termination signals as events.
    init(_ path: String) throws(SystemError) {
        self.init(path, signals: try SignalFD(SignalFD.terminationSignals))
    }

    /// Separate from what can throw, as in `GPSDLoop`.
    private init(_ path: String, signals: consuming SignalFD) {
        self.path = path
        self.signals = signals
    }

    /// Runs until the session is done.
    consuming func run(_ session: inout WatchSession) {
        notify(.started, &session)
        while !session.isDone {
            let timeout = session.deadline.map { max(.zero, $0 - SystemClock.uptime) + .milliseconds(1) }
            var interests: [Poll.Interest] = [.readable(signals.descriptor)]
            if let connection { interests.append(connection.interest) }
            let ready = Poll.wait(interests, timeout: timeout)
            let isSignalled = ready.first == true
            let isReadable = connection != nil && ready.last == true
            if isSignalled {
                notify(.interrupted, &session)
            } else if isReadable {
                read(&session)
            }
            if let deadline = session.deadline, SystemClock.uptime >= deadline { notify(.due, &session) }
        }
    }

    private mutating func read(_ session: inout WatchSession) {
        do throws(SystemError) {
            guard let bytes = try connection?.read() else { return }
            if bytes.isEmpty { self.connection = nil }
            notify(bytes.isEmpty ? .disconnected(nil) : .bytes(bytes), &session)
        } catch {
            self.connection = nil
            notify(.disconnected(error), &session)
        }
    }

    private mutating func notify(_ event: FollowEvent, _ session: inout WatchSession) {
        var events = [event]
        while let event = events.popLast(), !session.isDone {
            for action in session.handle(event, at: SystemClock.now()) {
                if let resulting = perform(action) { events.append(resulting) }
            }
        }
    }

    /// Performs an action; returns the event that results, if any.
    private mutating func perform(_ action: FollowAction) -> FollowEvent? {
        switch action {
        case .disconnect: connection = nil
        case .printError(let text): CommandProgram.reportLines(text)
        case .write(let bytes):
            do throws(SystemError) { try StandardStream.output.write(bytes) } catch { return .interrupted }
        case .connect(let request):
            do throws(SystemError) {
                connection = try DaemonConnection(path, sending: request, within: Self.connectTimeout)
            } catch {
                return .disconnected(error)
            }
        }
        return nil
    }
}

/// An event for a ``WatchSession``.
public enum FollowEvent: Hashable, Sendable {
    /// The loop has started.
    case started
    /// Bytes were received.
    case bytes([UInt8])
    /// The connection ended or failed, for this reason; nil if the peer closed it.
    case disconnected(SystemError?)
    /// The deadline has passed.
    case due
    /// The user pressed Ctrl-C, or standard output was closed.
    case interrupted
}

/// An action of a ``WatchSession``.
public enum FollowAction: Hashable, Sendable {
    /// Open a new connection and send the bytes.
    case connect([UInt8])
    /// Close the connection.
    case disconnect
    /// Write to standard output.
    case write([UInt8])
    /// Print a line to standard error.
    case printError(String)
}
