import Linux

/// The sender of a UDP destination, whose name is looked up on another thread.
final class DatagramOutput {
    private static let retryInterval: Duration = .seconds(60)

    private let host: String
    private let port: UInt16
    private var sender: DatagramSender?
    private var lookup: HostLookup?
    private var nextLookup: Duration = .zero
    /// The reason why the last look-up failed; nil before the first, and after a success.
    private var failure: String?

    init(host: String, port: UInt16) {
        // One address, so that a receiver which has both gets nothing twice.
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    /// Sends one datagram.
    ///
    /// - Returns: the reason why nothing was sent; nil if it was, or while the name is looked up.
    func send(_ bytes: [UInt8], at uptime: Duration) -> String? {
        guard let sender else {
            find(at: uptime)
            return failure
        }
        guard let error = sender.send(bytes) else { return nil }
        // The name may have another address by now.
        self.sender = nil
        failure = error.reason
        return error.reason
    }

    private func find(at uptime: Duration) {
        do {
            if let result = lookup?.result {
                lookup = nil
                nextLookup = uptime + Self.retryInterval
                let address = try result.get().first
                sender = try address.map(DatagramSender.init)
                failure = sender == nil ? "no address" : nil
            } else if lookup == nil, uptime >= nextLookup {
                lookup = try HostLookup(host: host, port: port)
            }
        } catch {
            failure = "\(error)"
        }
    }
}
