import Basics
import Linux

/// The sender of a UDP destination, whose name is looked up on another thread.
final class DatagramOutput {
    private static let retryInterval: Duration = .seconds(60)

    private let host: String
    private let port: UInt16
    private var sender: DatagramSender?
    private var lookup: HostLookup?
    private var nextLookup: Duration = .zero

    init(host: String, port: UInt16) {
        // One address, so that a receiver which has both gets nothing twice.
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    /// Sends one datagram.
    ///
    /// - Returns: the reason why nothing was sent; nil if it was, or while the name is looked up.
    func send(_ bytes: [UInt8], at uptime: Duration) -> String? {
        guard let sender else { return find(at: uptime) }
        return sender.send(bytes)?.reason
    }

    private func find(at uptime: Duration) -> String? {
        do {
            if let result = lookup?.result {
                lookup = nil
                nextLookup = uptime + Self.retryInterval
                guard let address = try result.get().first else { return "no address" }
                sender = try DatagramSender(to: address)
            } else if lookup == nil, uptime >= nextLookup {
                lookup = try HostLookup(host: host, port: port)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
