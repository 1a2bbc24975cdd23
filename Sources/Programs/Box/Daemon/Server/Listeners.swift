import API
import Configuration
import Linux
import Systemd

/// The sockets of the API, and the base addresses of links to it.
struct Listeners {
    /// The backlog of a socket; the kernel limits it to net.core.somaxconn.
    static let backlog: Int32 = 4096

    private(set) var sockets: [ListeningSocket] = []
    /// The address for browsers on this machine, such as `http://localhost:8947`; nil without TCP.
    private(set) var address: String?
    /// The address for other machines where they can connect; nil without TCP.
    private(set) var publicAddress: String?
    /// The number of sockets passed by systemd, which come first.
    private var passed = 0
    /// Open sockets to reuse for addresses that are configured again.
    private var reserved: [ListeningSocket] = []

    /// Adopts the sockets passed by systemd and opens the other configured addresses; a failure is logged and does not
    /// stop tracking.
    ///
    /// - Throws: ``SystemError`` if the Unix socket cannot be opened.
    init(_ settings: Settings, environment: [String: String], processID: Int32) throws(SystemError) {
        try self.init(
            settings, passed: ActivationSockets(environment: environment, processID: processID).claim())
    }

    init(_ settings: Settings, passed adopted: [ListeningSocket]) throws(SystemError) {
        sockets = adopted
        passed = sockets.count
        if !sockets.contains(where: { $0.family == .local }) {
            sockets.append(try .local(settings.apiSocket, mode: 0o660, backlog: Self.backlog))
        }
        open(settings.http.listen)
    }

    /// Opens new addresses and closes removed ones; unchanged ones stay open and refuse no connection.
    ///
    /// Call it only while no server uses the sockets.
    mutating func reconfigure(_ settings: Settings) {
        let wanted = settings.http.listen.flatMap { listen in
            listen.addresses.flatMap { (try? SocketAddress.resolve(host: $0, port: listen.port)) ?? [] }.map(\.name)
        }
        // Removed sockets are closed first: one may cover a new address, as [::] covers [::1].
        reserved += sockets.dropFirst(passed).filter { $0.family == .network && wanted.contains($0.name) }
        sockets = sockets.prefix(passed) + sockets.dropFirst(passed).filter { $0.family == .local }
        open(settings.http.listen)
        reserved = []
    }

    /// True if systemd has passed a port, in which case none is opened.
    var isPassedNetwork: Bool { sockets.prefix(passed).contains { $0.family == .network } }

    /// The passed address that makes open access too open: one that other machines can reach, where the settings do not
    /// permit that; nil if there is none.
    ///
    /// The settings themselves are checked for the addresses that they list, which say nothing about passed sockets.
    func exposedAddress(_ http: HTTPSettings) -> String? {
        guard http.access == .open, !http.allowsPublic else { return nil }
        return sockets.prefix(passed).first { !$0.isLoopback }?.name
    }

    /// Reserves a socket for the next configuration.
    mutating func reserve(_ socket: ListeningSocket) { reserved.append(socket) }

    /// Closes sockets opened for rejected settings.
    mutating func closeReserved() { reserved = [] }

    /// The listeners for the status document.
    var info: [DaemonInfo.Listener] {
        sockets.enumerated().map { index, socket in
            DaemonInfo.Listener(address: socket.name, isNetwork: socket.family == .network, isPassed: index < passed)
        }
    }

    /// Opens any free port on loopback where there is no port yet.
    mutating func openAnyPort() {
        guard address == nil, let listen = ListenAddress("127.0.0.1:0") else { return }
        open(listen)
    }

    private mutating func open(_ listen: [ListenAddress]) {
        address = sockets.first { $0.family == .network }?.port.map { "http://localhost:\($0)" }
        publicAddress = nil
        guard address == nil else { return }
        for listen in listen { open(listen) }
    }

    private mutating func open(_ listen: ListenAddress) {
        var opened: [(host: String, port: UInt16)] = []
        var problems: [SystemError] = []
        for host in listen.addresses {
            do {
                for address in try SocketAddress.resolve(host: host, port: listen.port).prefix(1) {
                    let socket = try socket(at: address)
                    sockets.append(socket)
                    socket.port.map { opened.append((host, $0)) }
                }
            } catch let error as SystemError {
                problems.append(error)
            } catch {
                problems.append(SystemError("\(error)", code: 0))
            }
        }
        logIssues(listen, of: problems, isOpen: !opened.isEmpty)
        let isWhole = listen.port != 0 && opened.count + problems.count { !$0.isAddressInUse } == 2
        if let first = opened.first { setAddress(first, of: listen, byName: listen.host == "localhost" && isWhole) }
    }

    private func socket(at address: SocketAddress) throws(SystemError) -> ListeningSocket {
        if let open = reserved.first(where: { $0.name == address.name }) { return open }
        return try .tcp(address, backlog: Self.backlog)
    }

    private func logIssues(_ listen: ListenAddress, of problems: [SystemError], isOpen: Bool) {
        // A machine may have only one of localhost's two addresses.
        guard let problem = isOpen ? problems.first(where: \.isAddressInUse) : problems.first else { return }
        let rest = isOpen ? "links use the other address of localhost" : "the live page is not served there"
        Log.write(.warning, "\(listen): \(problem.reason): \(rest); fix: change listen in [http]")
    }

    /// Sets the base address of links.
    ///
    /// The name `localhost` is used only where both of its addresses are ours or do not exist: another process on the
    /// other one would receive sign-in codes.
    private mutating func setAddress(_ open: (host: String, port: UInt16), of listen: ListenAddress, byName: Bool) {
        guard address == nil else { return }
        let literal = listen.isWildcard ? (open.host.contains(":") ? "[::1]" : "127.0.0.1") : listen.urlHost
        let own = listen.host == "localhost" ? (open.host.contains(":") ? "[::1]" : open.host) : literal
        address = "http://\(byName ? "localhost" : own):\(open.port)"
        publicAddress = listen.isWildcard ? HostName.current.map { "http://\($0):\(open.port)" } : address
    }
}

extension Listeners {
    /// Opens the new addresses of other settings before any socket is closed; ``reconfigure(_:)`` uses them.
    mutating func prepare(_ settings: Settings) throws(ConfigurationError) {
        guard !isPassedNetwork else { return }
        var problems: [ConfigurationError.Issue] = []
        for listen in settings.http.listen {
            guard let reason = prepare(listen) else { continue }
            let message = "listen: \(listen): \(reason); fix: free the port, or set listen = none"
            problems.append(.init(source: "[http]", message: message))
        }
        guard problems.isEmpty else {
            closeReserved()
            throw ConfigurationError(problems)
        }
    }

    /// The reason why none of its addresses can be opened; nil if one can, such as one of localhost's two.
    private mutating func prepare(_ listen: ListenAddress) -> String? {
        var reason: String?
        for host in listen.addresses {
            do {
                for address in try SocketAddress.resolve(host: host, port: listen.port).prefix(1) where !isOpen(address)
                {
                    reserve(try ListeningSocket.tcp(address, backlog: Self.backlog))
                }
                return nil
            } catch let error as SystemError where error.isAddressInUse && isOpen(port: listen.port) {
                // The socket that has it is closed before, as [::] before [::1] is opened.
                return nil
            } catch {
                reason = (error as? SystemError)?.reason ?? "\(error)"
            }
        }
        return reason
    }

    private func isOpen(_ address: SocketAddress) -> Bool { sockets.contains { $0.name == address.name } }

    private func isOpen(port: UInt16) -> Bool { sockets.contains { $0.port == port } }
}
