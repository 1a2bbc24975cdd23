import Basics
import FoundationEssentials
import Linux
import Location

/// A minimal client of gpsd, to see what others see.
struct WatchingClient: ~Copyable {
    struct TPV: Decodable {
        let time: String
        let mode: Int
        let lat: Double
        let lon: Double
        let speed: Double
        let track: Double
        let eph: Double
    }

    struct SKY: Decodable {
        let uSat: Int
        let nSat: Int
        let hdop: Double
    }

    private(set) var sky: SKY?
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []

    init(port: UInt16) throws {
        var connector = try Connector(host: "127.0.0.1", port: port)
        let socket = try connector.next()
        _ = Poll.wait([.writable(socket)], timeout: .seconds(20))
        _ = try TCPSocket.send(Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8), to: socket)
        descriptor = socket
    }

    /// Returns `count` complete fixes, or fewer after half a minute.
    mutating func fixes(_ count: Int) -> [TPV] {
        let deadline = SystemClock.uptime + .seconds(30)
        var fixes: [TPV] = []
        while fixes.count < count || sky == nil, let line = nextLine(before: deadline) {
            if line.starts(with: Array("{\"class\":\"TPV\"".utf8)), let fix = decode(TPV.self, line) {
                fixes.append(fix)
            } else if line.starts(with: Array("{\"class\":\"SKY\"".utf8)) {
                sky = decode(SKY.self, line) ?? sky
            }
        }
        return Array(fixes.prefix(count))
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(line))
    }

    private mutating func nextLine(before deadline: Duration) -> [UInt8]? {
        while SystemClock.uptime < deadline {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                return line
            }
            guard Poll.wait([.readable(descriptor)], timeout: .milliseconds(100)).contains(true) else { continue }
            guard let bytes = try? descriptor.read(upTo: 65_536), !bytes.isEmpty else { return nil }
            buffer += bytes
        }
        return nil
    }
}
