import APIClient
import Configuration
import Linux

/// Knocks where browsers and programs are to be answered.
struct ListenerProbe {
    private let addresses: [ListenAddress]
    private let exchange: @Sendable (String, UInt16, [UInt8]) throws(TCPError) -> [UInt8]

    /// Will knock where the daemon says that it listens, else where it was told to.
    init(
        _ settings: Settings, document: StatusDocument?,
        exchange: @escaping @Sendable (String, UInt16, [UInt8]) throws(TCPError) -> [UInt8]
    ) {
        let told = document?.listeners?.compactMap { ListenAddress($0.address) }
        let configured = settings.http.listen.flatMap { address in
            address.addresses.map { host in
                ListenAddress(host.contains(":") ? "[\(host)]:\(address.port)" : "\(host):\(address.port)")
            }
        }
        addresses = told ?? configured.compactMap { $0 }
        self.exchange = exchange
    }

    /// What came of it, for each.
    var facts: [ListenerFacts] {
        // Port 0 is whichever was free; nobody but the daemon knows which.
        addresses.filter { $0.port > 0 }.map { ListenerFacts(address: "\($0)", fault: fault(of: $0)) }
    }

    private func fault(of address: ListenAddress) -> String? {
        // An address that stands for all is no address to go to.
        let host = address.isWildcard ? (address.host.contains(":") ? "::1" : "127.0.0.1") : address.host
        let request = ClientRequest(target: "/v1/health", headers: [(name: "Host", value: "localhost")])
        do throws(TCPError) {
            let answer = try exchange(host, address.port, request.bytes)
            guard let reply = try? DaemonResponse(answer) else { return "what answers is not whereismyd" }
            return Self.isOurs(reply) ? nil : "what answers is another program"
        } catch {
            return error.reason
        }
    }

    /// Ours says how it goes, or in a way of its own that one has to say who one is.
    private static func isOurs(_ reply: DaemonResponse) -> Bool {
        reply.error.map { !$0.code.isEmpty } ?? true
    }
}
