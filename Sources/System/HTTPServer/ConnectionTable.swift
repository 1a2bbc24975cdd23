import Linux

/// The open connections, counted by client.
struct ConnectionTable {
    private(set) var all: [ObjectIdentifier: HTTPConnection] = [:]
    /// Those that the library has not opened yet, by descriptor: since 1.0 it queues them until it runs.
    private var arriving: [Int32: HTTPConnection] = [:]
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

    /// Adds a connection that the library is about to get, which counts from now on.
    mutating func add(_ connection: HTTPConnection) {
        // The kernel reuses only numbers of closed descriptors: the library refused and closed an earlier connection
        // of this number.
        refuse(connection.descriptor)
        arriving[connection.descriptor] = connection
        all[ObjectIdentifier(connection)] = connection
        waitingCount += 1
        guard let peer = connection.peer else { return localCount += 1 }
        if let network = peer.network { countsByNetwork[network, default: 0] += 1 }
    }

    /// Returns the arriving connection of a descriptor, which the library has opened; nil if there is none.
    mutating func open(_ descriptor: Int32) -> HTTPConnection? {
        arriving.removeValue(forKey: descriptor)
    }

    /// Removes the arriving connection of a descriptor, if any, which the library has refused and closed.
    mutating func refuse(_ descriptor: Int32) {
        if let connection = arriving[descriptor] { remove(connection) }
    }

    /// Removes all arriving connections, once the library has opened or refused each.
    mutating func refuseArriving() {
        for connection in arriving.values { remove(connection) }
    }

    mutating func remove(_ connection: HTTPConnection) {
        if arriving[connection.descriptor] === connection { arriving[connection.descriptor] = nil }
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
