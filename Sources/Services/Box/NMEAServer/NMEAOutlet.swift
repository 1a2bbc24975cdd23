import Configuration
import Linux
import Systemd

/// A destination with its open sockets.
final class NMEAOutlet {
    private static let maxClients = 32
    /// The connections of one foreign address, or IPv6 network of 64 bits; those of this machine share all.
    private static let maxClientsOfOne = 8
    private static let backlog: Int32 = 16
    private static let retryInterval: Duration = .seconds(10)
    /// The time after which a TCP client that reads nothing is dropped.
    ///
    /// GeoClue, on a Unix socket, is not: it never connects again.
    private static let patience: Duration = .seconds(60)

    /// The destination; its filter and its dialect may change while the sockets stay open.
    var destination: NMEADestination
    private let log: (Log.Priority, String) -> Void
    private var listeners: [(socket: ListeningSocket, name: String)] = []
    private var clients: [NMEAClient] = []
    private var output: DatagramOutput?
    private var nextAttempt: Duration = .zero
    private var isAccepting = true
    private var problem: String?

    init(_ destination: NMEADestination, log: @escaping (Log.Priority, String) -> Void) {
        self.destination = destination
        self.log = log
        if case .udp(let place) = destination.address { output = DatagramOutput(host: place.host, port: place.port) }
    }

    /// The number of connected clients.
    var clientCount: Int { clients.count }

    /// The listeners to wait for in ``Poll``.
    var interests: [Poll.Interest] { isAccepting ? listeners.map(\.socket.interest) : [] }

    /// Opens the listeners that are not open, first from those of an earlier process with their clients.
    func open(_ store: inout SocketStore, at uptime: Duration) {
        guard output == nil, listeners.isEmpty, uptime >= nextAttempt else { return }
        nextAttempt = uptime + Self.retryInterval
        do {
            switch destination.address {
            case .unix(let path): try listen(path, &store)
            case .tcp(let listen):
                let addresses = try listen.addresses.flatMap {
                    try SocketAddress.resolve(host: $0, port: listen.port).prefix(1)
                }
                try self.listen(addresses, &store)
            case .http, .mqtt, .udp: return
            }
            report(nil)
        } catch {
            report((error as? SystemError)?.reason ?? "\(error)")
        }
    }

    /// Accepts the clients that wait.
    func accept(_ store: inout SocketStore) {
        for listener in listeners.map(\.socket) {
            do throws(SystemError) {
                while let accepted = try listener.accept() {
                    let network = accepted.peer?.network
                    add(ClientSocket(accepted), of: network, &store)
                }
            } catch {
                // The same error would follow at once.
                isAccepting = false
                report(error.reason)
            }
        }
    }

    /// Sends sentences to all clients, or to the one address.
    func send(_ bytes: [UInt8], _ store: inout SocketStore, at uptime: Duration) {
        isAccepting = true
        if let output { return report(output.send(bytes, at: uptime)) }
        clients.removeAll { client in
            guard !client.send(bytes, at: uptime) else { return false }
            client.shutDown()
            store.discard(client.storedName)
            return true
        }
    }

    /// Closes all sockets, also in the store.
    func close(_ store: inout SocketStore) {
        for client in clients {
            client.shutDown()
            store.discard(client.storedName)
        }
        for listener in listeners { store.discard(listener.name) }
        (clients, listeners) = ([], [])
    }
}

extension NMEAOutlet {
    private func listen(_ path: String, _ store: inout SocketStore) throws(SystemError) {
        // Without its file, no client can connect to a passed socket.
        let hasFile = (try? FileStatus(of: path))?.kind == .other
        if hasFile, let passed = store.takeListener(path, of: destination.name) {
            return adopt([passed], &store)
        }
        let listener = try ListeningSocket.local(
            path, mode: 0o660, backlog: Self.backlog, keepsFile: store.isPersistent)
        listeners = [(listener, store.store(listener, of: destination.name))]
    }

    /// Listens at the addresses that can be opened; a machine may have only one of localhost's two.
    private func listen(_ addresses: [SocketAddress], _ store: inout SocketStore) throws(SystemError) {
        let passed = addresses.compactMap { store.takeListener($0.name, of: destination.name) }
        guard passed.isEmpty else { return adopt(passed, &store) }
        var failure: SystemError?
        for address in addresses {
            do throws(SystemError) {
                let listener = try ListeningSocket.tcp(address, backlog: Self.backlog)
                listeners.append((listener, store.store(listener, of: destination.name)))
            } catch { failure = error }
        }
        if listeners.isEmpty, let failure { throw failure }
    }

    /// Adopts the sockets of an earlier process.
    private func adopt(_ passed: [(socket: ListeningSocket, name: String)], _ store: inout SocketStore) {
        listeners = passed
        clients = store.takeClients(of: destination.name).map { client($0.socket, named: $0.name) }
        log(.info, "nmea \(destination.name): \(clients.count) clients of the earlier process")
    }

    private func add(_ socket: ClientSocket, of network: String?, _ store: inout SocketStore) {
        let isFull = network != nil && clients.count { $0.network == network } >= Self.maxClientsOfOne
        guard clients.count < Self.maxClients, !isFull else { return socket.shutDown() }
        clients.append(client(socket, of: network, named: store.store(socket, of: destination.name)))
    }

    private func client(_ socket: ClientSocket, of network: String? = nil, named name: String) -> NMEAClient {
        let isUnix = if case .unix = destination.address { true } else { false }
        return NMEAClient(socket, of: network, storedName: name, patience: isUnix ? nil : Self.patience)
    }

    /// Logs a problem once, and its end.
    private func report(_ problem: String?) {
        guard problem != self.problem else { return }
        self.problem = problem
        let subject = "nmea \(destination.name): \(destination.address)"
        if let problem { log(.warning, "\(subject): \(problem)") } else { log(.notice, "\(subject) works again") }
    }
}
