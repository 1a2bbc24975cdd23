import Linux
import Systemd

/// The sockets that outlive this process: stored by the service manager, and passed to the next process.
///
/// GeoClue never connects again, so that a restart must not end its connection.
struct SocketStore {
    private let manager: ServiceManager?
    private var passed: [PassedSocket]
    private var lastNumber: Int

    /// Creates a store with the sockets of an earlier process.
    ///
    /// - Parameters:
    ///   - manager: the service manager; nil without one, where sockets end with the process.
    ///   - passed: the sockets that it has passed.
    init(_ manager: ServiceManager?, passed: [PassedSocket]) {
        self.manager = manager
        self.passed = passed
        let numbers = passed.compactMap { $0.name.split(separator: ".").last.flatMap { UInt32($0) } }
        lastNumber = Int(numbers.max() ?? 0)
    }

    /// True if sockets outlive this process.
    var isPersistent: Bool { manager != nil }

    /// Returns the passed listener of an address, such as `127.0.0.1:10110`, or a path; nil if there is none.
    mutating func takeListener(_ address: String, of destination: String) -> (socket: ListeningSocket, name: String)? {
        for (index, entry) in passed.enumerated() {
            guard case .listening(let socket) = entry.kind, socket.name == address,
                entry.isNamed("listen.\(destination)")
            else { continue }
            passed.remove(at: index)
            return (socket, entry.name)
        }
        return nil
    }

    /// Returns the passed connections of a destination.
    mutating func takeClients(of destination: String) -> [(socket: ClientSocket, name: String)] {
        var clients: [(socket: ClientSocket, name: String)] = []
        passed.removeAll { entry in
            guard case .connected(let socket) = entry.kind, entry.isNamed("client.\(destination)") else { return false }
            clients.append((socket, entry.name))
            return true
        }
        return clients
    }

    /// Closes the passed sockets that no destination has taken; returns their number.
    mutating func discardRest() -> Int {
        for entry in passed {
            if case .connected(let socket) = entry.kind { socket.shutDown() }
            manager?.discard(entry.name)
        }
        defer { passed = [] }
        return passed.count
    }

    /// Stores a listener of a destination; returns its name.
    mutating func store(_ listener: ListeningSocket, of destination: String) -> String {
        store(listener.number, as: "listen.\(destination)")
    }

    /// Stores a connection of a destination; returns its name.
    mutating func store(_ client: ClientSocket, of destination: String) -> String {
        store(client.number, as: "client.\(destination)")
    }

    /// Removes a socket from the store.
    func discard(_ name: String) { manager?.discard(name) }

    private mutating func store(_ number: Int32, as prefix: String) -> String {
        lastNumber += 1
        let name = "\(prefix).\(lastNumber)"
        manager?.store(number, as: name)
        return name
    }
}

extension PassedSocket {
    /// Returns true if the name is the prefix and a number.
    fileprivate func isNamed(_ prefix: String) -> Bool {
        name.lastIndex(of: ".").map { name[..<$0] == prefix } ?? false
    }
}
