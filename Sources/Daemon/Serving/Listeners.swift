import API
import Configuration
import Linux

/// The sockets that the API is served on, and the address that links to it begin with.
struct Listeners {
    /// Who may wait to be let in; the kernel cuts it to its own limit (net.core.somaxconn).
    private static let waiting: Int32 = 4096

    /// All sockets.
    private(set) var sockets: [ListeningSocket] = []
    /// How a browser on this machine finds it, such as `http://localhost:8947`; nil where there is no TCP.
    private(set) var address: String?
    /// How others find it, where they can at all; nil where there is no TCP.
    private(set) var publicAddress: String?
    /// How many of the sockets systemd has passed; they are the first.
    private var passed = 0

    /// Takes over what systemd passes, and opens what else the settings ask for: an address that cannot be had is said,
    /// and no reason not to track.
    ///
    /// - Throws: ``SystemError`` where the local socket is not to be had.
    init(_ settings: Settings, environment: [String: String], processID: Int32) throws(SystemError) {
        sockets = try PassedSockets(environment: environment, processID: processID).takeOver()
        passed = sockets.count
        address = sockets.first { $0.family == .network }?.port.map { "http://localhost:\($0)" }
        if !sockets.contains(where: { $0.family == .local }) {
            sockets.append(try .local(settings.apiSocket, mode: 0o660, waiting: Self.waiting))
        }
        guard address == nil else { return }
        for listen in settings.http.listen { open(listen) }
    }

    /// The same for people.
    var descriptions: [Setup.Listener] {
        sockets.enumerated().map { index, socket in
            Setup.Listener(address: socket.name, isNetwork: socket.family == .network, isPassed: index < passed)
        }
    }

    /// Opens a port of this machine that the kernel chooses, where there is none yet.
    mutating func openAnyPort() {
        guard address == nil, let listen = ListenAddress("127.0.0.1:0") else { return }
        open(listen)
    }

    private mutating func open(_ listen: ListenAddress) {
        var problem: String?
        var isOpen = false
        for host in listen.addresses {
            do {
                for address in try SocketAddress.resolve(host: host, port: listen.port).prefix(1) {
                    try add(.tcp(address, waiting: Self.waiting), listen)
                    isOpen = true
                }
            } catch let error as SystemError {
                problem = error.reason
            } catch {
                problem = "\(error)"
            }
        }
        // Of localhost's two addresses, a machine may have one.
        guard !isOpen, let problem else { return }
        Log.write(.warning, "\(listen): \(problem): the live page is not served there; listen in [http] says where")
    }

    private mutating func add(_ socket: ListeningSocket, _ listen: ListenAddress) {
        sockets.append(socket)
        guard address == nil, let port = socket.port else { return }
        // Where the kernel chose a port, the other address of localhost has another one.
        let local = listen.port == 0 ? "127.0.0.1" : "localhost"
        address = "http://\(listen.isLoopback || listen.isEverywhere ? local : listen.urlHost):\(port)"
        publicAddress = listen.isEverywhere ? HostName.current.map { "http://\($0):\(port)" } : address
    }
}
