import Configuration
import Linux

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
