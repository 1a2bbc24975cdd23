import Linux

/// The open connections, counted by client.
struct ConnectionTable {
    private(set) var all: [ObjectIdentifier: HTTPConnection] = [:]
    private var countsByNetwork: [String: Int] = [:]
    private var localCount = 0
    /// Connections whose next request is incomplete.
    var waitingCount = 0

    /// Returns true while another connection of that family fits the limit.
    func hasRoom(for family: SocketFamily, limits: HTTPLimits) -> Bool {
        switch family {
        case .local: localCount < limits.localConnections
        case .network: all.count - localCount < limits.connections
        }
    }

    /// Returns true while another connection of this client fits the limit.
    func admits(_ peer: PeerAddress?, limits: HTTPLimits) -> Bool {
        guard let network = peer?.network else { return true }
        return countsByNetwork[network, default: 0] < limits.connectionsPerAddress
    }

    mutating func add(_ connection: HTTPConnection) {
        all[ObjectIdentifier(connection)] = connection
        waitingCount += 1
        guard let peer = connection.peer else { return localCount += 1 }
        if let network = peer.network { countsByNetwork[network, default: 0] += 1 }
    }

    mutating func remove(_ connection: HTTPConnection) {
        guard all.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        if connection.waitingSince != nil { waitingCount -= 1 }
        guard let peer = connection.peer else { return localCount -= 1 }
        guard let network = peer.network, let count = countsByNetwork[network] else { return }
        countsByNetwork[network] = count > 1 ? count - 1 : nil
    }

    /// Returns the connections whose request has taken too long.
    func overdue(at now: Duration, limits: HTTPLimits) -> [HTTPConnection] {
        all.values.filter { connection in
            connection.waitingSince.map { now - $0 >= limits.request } ?? false
        }
    }
}
