import Linux

/// TCP connections with deadlines.
enum TCPClient {
    /// The maximum bytes of a response.
    private static let maxResponseLength = 65_536

    /// Connects to the first reachable address of a host; the deadline is an uptime.
    static func connect(
        _ host: String, _ port: UInt16, before deadline: Duration
    ) throws(TCPError) -> FileDescriptor {
        let result: Result<[SocketAddress], ResolveError>?
        do throws(SystemError) {
            let lookup = try HostLookup(host: host, port: port)
            _ = Poll.wait([lookup.interest], timeout: max(.zero, deadline - SystemClock.uptime))
            result = lookup.result
        } catch {
            throw TCPError(reason: error.reason)
        }
        switch result {
        case .success(let addresses):
            var connector = Connector(addresses, name: host, attempt: 0)
            return try connected(&connector, before: deadline)
        case .failure(let error): throw TCPError(reason: error.reason)
        case nil: throw TCPError(reason: "the name server does not respond")
        }
    }

    private static func connected(
        _ connector: inout Connector, before deadline: Duration
    ) throws(TCPError) -> FileDescriptor {
        do throws(SystemError) {
            while true {
                let descriptor = try connector.next()
                guard Poll.wait(for: .writable(descriptor), until: deadline) else { break }
                guard let error = TCPSocket.connectionError(of: descriptor) else { return descriptor }
                connector.recordFailure(error)
            }
        } catch {
            throw TCPError(reason: error.reason)
        }
        throw TCPError(reason: "no response in time")
    }

    /// Sends a request and reads the response to its end.
    static func exchange(
        _ host: String, _ port: UInt16, sending request: [UInt8], within timeout: Duration
    ) throws(TCPError) -> [UInt8] {
        let deadline = SystemClock.uptime + timeout
        let descriptor = try connect(host, port, before: deadline)
        do throws(SystemError) {
            try LocalSocket.send(request, to: descriptor, host, before: deadline)
            var answer: [UInt8] = []
            while answer.count < maxResponseLength, Poll.wait(for: .readable(descriptor), until: deadline) {
                let part = try descriptor.read(upTo: 4096)
                guard !part.isEmpty else { break }
                answer += part
            }
            return answer
        } catch {
            throw TCPError(reason: error.reason)
        }
    }
}

struct TCPError: Error, Hashable, Sendable {
    let reason: String
}
