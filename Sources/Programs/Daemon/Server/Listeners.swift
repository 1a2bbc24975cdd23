import API
import Configuration
import Linux
import Systemd

/// The sockets that the API is served on, and the address that links to it begin with.
struct Listeners {
    /// Who may wait to be let in; the kernel cuts it to its own limit (net.core.somaxconn).
    static let backlog: Int32 = 4096

    /// All sockets.
    private(set) var sockets: [ListeningSocket] = []
    /// How a browser on this machine finds it, such as `http://localhost:8947`; nil where there is no TCP.
    private(set) var address: String?
    /// How others find it, where they can at all; nil where there is no TCP.
    private(set) var publicAddress: String?
    /// How many of the sockets systemd has passed; they are the first.
    private var passed = 0
    /// What is open from before: an address that is asked for again is taken from here.
    private var reserved: [ListeningSocket] = []

    /// Takes over what systemd passes, and opens what else the settings ask for: an address that cannot be had is said,
    /// and no reason not to track.
    ///
    /// - Throws: ``SystemError`` where the local socket is not to be had.
    init(_ settings: Settings, environment: [String: String], processID: Int32) throws(SystemError) {
        sockets = try ActivationSockets(environment: environment, processID: processID).claim()
        passed = sockets.count
        if !sockets.contains(where: { $0.family == .local }) {
            sockets.append(try .local(settings.apiSocket, mode: 0o660, backlog: Self.backlog))
        }
        open(settings.http.listen)
    }

    /// Opens what other settings ask for and closes the rest; what is open already stays so, and nobody is refused who
    /// connects just then.
    ///
    /// Only while no server uses the sockets.
    mutating func reconfigure(_ settings: Settings) {
        let wanted = settings.http.listen.flatMap { listen in
            listen.addresses.flatMap { (try? SocketAddress.resolve(host: $0, port: listen.port)) ?? [] }.map(\.name)
        }
        // What is not wanted is closed here: its address may be part of a wanted one, as [::1] is of [::].
        reserved += sockets.dropFirst(passed).filter { $0.family == .network && wanted.contains($0.name) }
        sockets = sockets.prefix(passed) + sockets.dropFirst(passed).filter { $0.family == .local }
        open(settings.http.listen)
        reserved = []
    }

    /// Whether systemd has passed a port, so that none is opened.
    var isPassedNetwork: Bool { sockets.prefix(passed).contains { $0.family == .network } }

    /// Keeps a socket that is wanted soon.
    mutating func reserve(_ socket: ListeningSocket) { reserved.append(socket) }

    /// Closes what was opened for settings that do not come.
    mutating func closeReserved() { reserved = [] }

    /// The same for people.
    var info: [DaemonInfo.Listener] {
        sockets.enumerated().map { index, socket in
            DaemonInfo.Listener(address: socket.name, isNetwork: socket.family == .network, isPassed: index < passed)
        }
    }

    /// Opens a port of this machine that the kernel chooses, where there is none yet.
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
        // Of localhost's two addresses, a machine may have one.
        guard let problem = isOpen ? problems.first(where: \.isAddressInUse) : problems.first else { return }
        let rest = isOpen ? "links lead to the other address of localhost" : "the live page is not served there"
        Log.write(.warning, "\(listen): \(problem.reason): \(rest); listen in [http] says where")
    }

    /// Has links lead to what was opened.
    ///
    /// The name `localhost` stands for two addresses, and only where both are ours, or not to be had, may it be used:
    /// whoever had the other one would be sent the codes that sign in.
    private mutating func setAddress(_ open: (host: String, port: UInt16), of listen: ListenAddress, byName: Bool) {
        guard address == nil else { return }
        let literal = listen.isWildcard ? (open.host.contains(":") ? "[::1]" : "127.0.0.1") : listen.urlHost
        let own = listen.host == "localhost" ? (open.host.contains(":") ? "[::1]" : open.host) : literal
        address = "http://\(byName ? "localhost" : own):\(open.port)"
        publicAddress = listen.isWildcard ? HostName.current.map { "http://\($0):\(open.port)" } : address
    }
}

extension Listeners {
    /// Opens what other settings ask for and is not open yet, so that it is known whether it can be had before anything
    /// is closed; ``adopt(_:)`` takes it from there.
    ///
    /// - Throws: ``ConfigurationError`` naming each address that cannot be had.
    mutating func prepare(_ settings: Settings) throws(ConfigurationError) {
        guard !isPassedNetwork else { return }
        var problems: [ConfigurationError.Issue] = []
        for listen in settings.http.listen {
            guard let reason = prepare(listen) else { continue }
            let message = "listen: \(listen): \(reason): it has to be free, or \"none\" for no port"
            problems.append(.init(source: "[http]", message: message))
        }
        guard problems.isEmpty else {
            closeReserved()
            throw ConfigurationError(problems)
        }
    }

    /// Why none of its addresses can be had; nil where one can, as of localhost's two.
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
                // By what is closed before it is opened, as [::1] by [::].
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
