import APIClient
import Configuration

/// Connects to the addresses of the HTTP server.
struct ListenerProbe {
    private let addresses: [ListenAddress]
    private let exchange: @Sendable (String, UInt16, [UInt8]) throws(TCPError) -> [UInt8]

    /// Probes the addresses that the daemon reports, else the configured ones.
    init(
        _ settings: Settings, document: StatusDocument?,
        exchange: @escaping @Sendable (String, UInt16, [UInt8]) throws(TCPError) -> [UInt8]
    ) {
        let reported = document?.listeners?.compactMap { ListenAddress($0.address) }
        let configured = settings.http.listen.flatMap { address in
            address.addresses.map { host in
                ListenAddress(host.contains(":") ? "[\(host)]:\(address.port)" : "\(host):\(address.port)")
            }
        }
        addresses = reported ?? configured.compactMap { $0 }
        self.exchange = exchange
    }

    var facts: [ListenerFacts] {
        // Port 0 is any free port, which only the daemon knows.
        addresses.filter { $0.port > 0 }.map { ListenerFacts(address: "\($0)", fault: fault(of: $0)) }
    }

    private func fault(of address: ListenAddress) -> String? {
        // A wildcard address cannot be connected to.
        let host = address.isWildcard ? (address.host.contains(":") ? "::1" : "127.0.0.1") : address.host
        let request = ClientRequest(target: "/v1/health", headers: [(name: "Host", value: "localhost")])
        do throws(TCPError) {
            let answer = try exchange(host, address.port, request.bytes)
            guard let reply = try? DaemonResponse(answer) else { return "the response is not whereismyd's" }
            return Self.isOurs(reply) ? nil : "another program responds"
        } catch {
            return error.reason
        }
    }

    /// Whereismyd returns its health, or its own kind of error.
    private static func isOurs(_ reply: DaemonResponse) -> Bool {
        reply.error.map { !$0.code.isEmpty } ?? true
    }
}
