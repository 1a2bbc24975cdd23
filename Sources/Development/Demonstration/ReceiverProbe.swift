import JSON
import Linux

struct ReceiverProbe: ~Copyable {
    private let descriptor: FileDescriptor
    private let deadline: Duration
    private var buffer: [UInt8] = []

    /// Above any reply: a line for each of its receivers.
    private static let maxResponseBytes = 65_536

    private struct Message: Decodable {
        struct Device: Decodable {
            let path: String
        }
        let `class`: String
        let devices: [Device]?
    }

    /// Connects; nil if gpsd does not respond in time.
    init?(host: String, port: UInt16, timeout: Duration) {
        let deadline = SystemClock.uptime + timeout
        guard let descriptor = Self.connect(host: host, port: port, until: deadline) else { return nil }
        self.init(descriptor, deadline: deadline)
    }

    private init(_ descriptor: consuming FileDescriptor, deadline: Duration) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    private static func connect(host: String, port: UInt16, until deadline: Duration) -> FileDescriptor? {
        guard var connector = try? Connector(host: host, port: port) else { return nil }
        while let descriptor = try? connector.next() {
            guard Poll.wait(for: .writable(descriptor), until: deadline) else { return nil }
            if TCPSocket.connectionError(of: descriptor) == nil { return descriptor }
        }
        return nil
    }

    /// Returns the paths of gpsd's receivers; nil if it is not gpsd, or too slow.
    consuming func receivers() -> [String]? {
        guard let first = next(), first.class == "VERSION" else { return nil }
        guard (try? TCPSocket.send(Array("?DEVICES;\n".utf8), to: descriptor)) != nil else { return nil }
        while let message = next() {
            if let devices = message.devices { return devices.map(\.path) }
        }
        return nil
    }

    private mutating func next() -> Message? {
        guard let line = nextLine() else { return nil }
        return try? SafeJSON.decode(Message.self, from: line)
    }

    private mutating func nextLine() -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                return line
            }
            guard buffer.count < Self.maxResponseBytes, Poll.wait(for: .readable(descriptor), until: deadline),
                let bytes = try? descriptor.read(upTo: 4096), !bytes.isEmpty
            else { return nil }
            buffer += bytes
        }
    }
}
