import CommandLine
import Configuration
import Glibc
import Linux

/// The sockets of the server: those that systemd passes, and otherwise those of the configuration.
struct FleetListeners {
    /// The backlog of a socket; the kernel limits it to net.core.somaxconn.
    private static let backlog: Int32 = 4096

    /// The sockets for everybody; at least one without a proxy's.
    let sockets: [ListeningSocket]
    /// The socket on which a reverse proxy names the user; nil for none.
    let proxySocket: ListeningSocket?

    /// Adopts passed sockets, and opens those that are configured and of a kind that none of these is.
    ///
    /// - Throws: `SystemError` if an address cannot be opened; `UsageError` if there is none.
    init(_ settings: FleetSettings, passed: [ListeningSocket]) throws {
        var sockets = passed
        if !passed.contains(where: { $0.family == .network }) {
            for case .tcp(let address) in settings.listen { sockets += try Self.open(address) }
        }
        if !passed.contains(where: { $0.family == .local }) {
            let paths = settings.listen.compactMap { if case .unix(let path) = $0 { path } else { nil } }
            for path in paths { sockets.append(try .local(path, mode: 0o660, backlog: Self.backlog)) }
        }
        proxySocket = try settings.proxySocket.map { try .local($0, mode: 0o660, backlog: Self.backlog) }
        guard !sockets.isEmpty || proxySocket != nil else {
            throw UsageError("there is no address to listen on; fix: set listen in [http]")
        }
        self.sockets = sockets
    }

    /// Opens an address; a machine may have only one of localhost's two.
    private static func open(_ address: ListenAddress) throws -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        var failure: SystemError?
        for host in address.addresses {
            do throws(SystemError) {
                let resolved = (try? SocketAddress.resolve(host: host, port: address.port))?.first
                if let resolved { sockets.append(try .tcp(resolved, backlog: backlog)) }
            } catch {
                // Another program on one of the two would get the half of the requests.
                if error.isAddressInUse { throw SystemError("listen", "\(address)", code: error.code) }
                failure = error
            }
        }
        guard !sockets.isEmpty else { throw failure ?? SystemError("listen", "\(address)", code: EADDRNOTAVAIL) }
        return sockets
    }
}
