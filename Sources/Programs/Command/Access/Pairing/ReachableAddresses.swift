import APIClient
import Configuration
import Linux

/// The addresses of this machine in its networks.
struct MachineNetwork: Hashable {
    /// The addresses of the connected interfaces.
    var addresses: [InterfaceAddress] = []
    /// The host name; nil if it is not usable.
    var hostName: String?
    /// True if Avahi announces the host name as NAME.local.
    var hasAvahi = false

    /// The network of this machine.
    static var current: MachineNetwork {
        MachineNetwork(
            addresses: InterfaceAddress.connected, hostName: HostName.current,
            hasAvahi: (try? FileStatus(of: "/run/avahi-daemon/socket")) != nil)
    }

    /// True if it has an address in a private network.
    var isPrivate: Bool { addresses.contains { NumericAddress.isPrivate($0.address) } }

    /// The first IPv4 address that is not in a private network; nil if there is none.
    var publicAddress: String? {
        addresses.map(\.address).first {
            $0.contains(".") && !NumericAddress.isPrivate($0) && !$0.hasPrefix("169.254.")
        }
    }
}

/// The addresses at which a device in the same network reaches the live page, such as `http://192.168.1.5:8947`: IPv4,
/// then NAME.local, then IPv6.
struct ReachableAddresses: Hashable {
    /// Interfaces to containers, virtual machines, tunnels and mobile networks: a phone is rarely behind them.
    private static let distant = ["docker", "br-", "veth", "virbr", "lxc", "tun", "wg", "ppp", "wwan"]

    /// The addresses, the best one first.
    let all: [String]

    /// The best address; nil if there is none.
    var first: String? { all.first }

    /// - Parameters:
    ///   - listeners: the sockets of the daemon.
    ///   - network: the addresses of this machine.
    init(_ listeners: [StatusDocument.Listener], in network: MachineNetwork) {
        let near = network.addresses.filter { NumericAddress.isPrivate($0.address) }
        let isDistant: (InterfaceAddress) -> Bool = { one in Self.distant.contains(where: one.interface.hasPrefix) }
        let own = (near.filter { !isDistant($0) } + near.filter(isDistant)).map(\.address)
        var (found, ports): ([(host: String, port: UInt16)], [UInt16]) = ([], [])
        for listener in listeners.compactMap({ ListenAddress($0.address) }) {
            let isSame: (String) -> Bool = { $0.contains(":") == listener.host.contains(":") }
            let hosts = listener.isWildcard ? own.filter(isSame) : own.filter { $0 == listener.host }
            found += hosts.map { (host: $0, port: listener.port) }
            if !hosts.isEmpty { ports.append(listener.port) }
        }
        let name = network.hasAvahi ? network.hostName.map { "\($0.prefix { $0 != "." }).local" } : nil
        let named = name.flatMap { name in ports.first.map { "http://\(name):\($0)" } }
        let (old, new) = (found.filter { !$0.host.contains(":") }, found.filter { $0.host.contains(":") })
        all =
            old.map { "http://\($0.host):\($0.port)" } + [named].compactMap(\.self)
            + new.map { "http://[\($0.host)]:\($0.port)" }
    }

    /// Requests the sockets of the daemon.
    ///
    /// - Throws: ``DaemonError``.
    static func listeners(_ client: DaemonClient) throws(DaemonError) -> [StatusDocument.Listener] {
        try client.document(StatusDocument.self, ClientRequest(target: "/v1/status")).document.listeners ?? []
    }
}
