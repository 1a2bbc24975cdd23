import APIClient
import Basics
import Linux
import Location
import Wire

/// The daemon's event stream on its Unix socket: the newest report, and whether the daemon can be reached.
final class ReportStream {
    /// The timeout for connecting and sending; the peer is on this machine.
    private static let connectTimeout: Duration = .seconds(2)
    /// The time without a connection after which the daemon counts as away; a restart takes less.
    private static let maxAbsence: Duration = .seconds(10)
    /// The time after which a silent daemon counts as away; it sends something every 15 s.
    private static let maxSilence: Duration = .seconds(20)

    private final class Socket {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    private let path: String
    private var connection = EventStreamConnection()
    private var socket: Socket?
    private var lastSeen: Duration?
    private var isSeen = false

    /// Creates a stream, which connects when it is due.
    init(path: String) { self.path = path }

    /// The descriptor to wait on; nil while there is no connection.
    var descriptor: Int32? { socket?.descriptor.number }

    /// The uptime at which ``advance(at:)`` is due.
    var deadline: Duration { min(connection.deadline, absence ?? connection.deadline) }

    /// The uptime at which the daemon will count as away unless it sends something; nil if it does.
    private var absence: Duration? {
        guard let lastSeen, isSeen else { return nil }
        return lastSeen + (connection.isOpen ? Self.maxSilence : Self.maxAbsence)
    }

    /// Returns true if the daemon has sent something in the last ten seconds, or twenty while the connection is open.
    func isAvailable(at uptime: Duration) -> Bool {
        if let absence, uptime >= absence { isSeen = false }
        return isSeen
    }

    /// Opens or closes the connection when that is due.
    func advance(at uptime: Duration) {
        guard uptime >= connection.deadline else { return }
        if connection.isOpen { return close(at: uptime) }
        let request = connection.open(at: uptime)
        do throws(SystemError) {
            let limit = uptime + Self.connectTimeout
            let socket = Socket(try LocalSocket.connect(path, before: limit))
            try LocalSocket.send(request, to: socket.descriptor, path, before: limit)
            self.socket = socket
        } catch {
            connection.close(at: uptime)
        }
    }

    /// Reads what has arrived; returns the newest report of it, nil for none.
    func read(at uptime: Duration) -> Report? {
        var newest: Report?
        while let socket {
            do throws(SystemError) {
                let bytes = try socket.descriptor.read(upTo: 65_536)
                guard !bytes.isEmpty else {
                    close(at: uptime)
                    break
                }
                (lastSeen, isSeen) = (uptime, true)
                newest = receive(bytes, at: uptime) ?? newest
            } catch {
                if !error.isTransient { close(at: uptime) }
                break
            }
        }
        return newest
    }

    private func receive(_ bytes: [UInt8], at uptime: Duration) -> Report? {
        var newest: Report?
        for message in connection.receive(bytes, at: uptime) {
            switch message {
            case .report(let json): newest = (try? ReportJSON.decode(json)) ?? newest
            case .missed: continue
            case .invalid: close(at: uptime)
            }
        }
        return newest
    }

    private func close(at uptime: Duration) {
        if connection.isOpen { connection.close(at: uptime) }
        socket = nil
    }
}
