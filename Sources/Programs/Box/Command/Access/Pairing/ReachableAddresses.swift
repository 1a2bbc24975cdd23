import APIClient
import Configuration
import Linux

struct MachineNetwork: Hashable {
    /// The addresses of the connected interfaces.
    var addresses: [InterfaceAddress] = []
    /// The host name; nil if it is not usable.
    var hostName: String?
    /// True if Avahi announces the host name as NAME.local.
    var hasAvahi = false

    static var current: MachineNetwork {
        MachineNetwork(
            addresses: InterfaceAddress.connected, hostName: HostName.current,
            hasAvahi: (try? FileStatus(of: "/run/avahi-daemon/socket")) != nil)
    }

    var isPrivate: Bool { addresses.contains { NumericAddress.isPrivate($0.address) } }

    /// True if it has an IPv4 address in a private network.
    var isPrivateByIPv4: Bool {
        addresses.contains { $0.address.contains(".") && NumericAddress.isPrivate($0.address) }
    }

    /// The first IPv4 address at which strangers may reach this machine, public or in a mobile network; nil if there is
    /// none.
    var exposedAddress: String? {
        addresses.first { one in
            guard one.address.contains("."), !NumericAddress.isRestricted(one.address) else { return false }
            return one.isMobile || !NumericAddress.isPrivate(one.address)
        }?.address
    }
}

/// The addresses at which a device in the same network reaches the live page, such as `http://192.168.1.5:8947`: IPv4,
/// then NAME.local, then IPv6.
struct ReachableAddresses: Hashable {
    /// The addresses, the best one first.
    let all: [String]

    /// The best address; nil if there is none.
    var first: String? { all.first }

    /// - Parameters:
    ///   - listeners: the sockets of the daemon.
    ///   - network: the addresses of this machine.
    init(_ listeners: [StatusDocument.Listener], in network: MachineNetwork) {
        let own = network.addresses.filter { NumericAddress.isPrivate($0.address) && !$0.isVirtual && !$0.isMobile }
            .map(\.address)
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

    /// Returns a link of the daemon with each address, the best one first.
    func links(_ url: String) -> [String] {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 4 ? all.map { "\($0)/\(parts[3])" } : []
    }

    static func listeners(_ client: DaemonClient) throws(DaemonError) -> [StatusDocument.Listener] {
        try client.document(StatusDocument.self, ClientRequest(target: "/v1/status")).document.listeners ?? []
    }
}

extension InterfaceAddress {
    /// The beginnings of the names of interfaces to containers and virtual machines on this machine.
    private static let virtualNames = [
        "docker", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxcbr", "lxdbr", "incusbr",
    ]
    /// Those of modems; systemd.net-naming-scheme(7) has `ww`.
    private static let mobileNames = ["ppp", "ww"]

    /// True for an interface that no other machine is behind.
    fileprivate var isVirtual: Bool {
        let identifier = interface.dropFirst("br-".count)
        // Docker names the bridges of its networks `br-` and twelve hexadecimal digits; `br-lan` is none of them.
        let isDockerBridge = interface.hasPrefix("br-") && identifier.count == 12 && identifier.allSatisfy(\.isHexDigit)
        return isDockerBridge || Self.virtualNames.contains(where: interface.hasPrefix)
    }

    /// True for an interface to a mobile network, whose other subscribers are strangers.
    fileprivate var isMobile: Bool { Self.mobileNames.contains(where: interface.hasPrefix) }
}
