import Glibc
public import Linux

/// A minimal gpsd on loopback that speaks the protocol, and misbehaves on request of a test.
///
/// Each connection runs the script once, on a separate thread, with its number from 0.
public final class FakeGPSD: Sendable {
    /// The port it listens on.
    public let port: UInt16

    private let listener: ListenerBox
    private let thread: WorkerThread

    /// Starts to listen on that port, or on a free one with 0.
    ///
    /// - Throws: ``SystemError`` if the port is in use.
    public init(
        port: UInt16 = 0, script: @escaping @Sendable (_ client: borrowing FakeGPSDClient, _ number: Int) -> Void
    ) throws(SystemError) {
        let listener = ListenerBox(try LoopbackListener(port: port))
        self.listener = listener
        self.port = listener.value.port
        thread = try WorkerThread(name: "fake-gpsd") {
            var number = 0
            while let socket = listener.value.accept() {
                script(FakeGPSDClient(socket: socket), number)
                number += 1
            }
        }
    }

    /// Stops listening and waits for the script to end; scripts end when their client has left.
    public func stop() {
        listener.value.shutDown()
        thread.join()
    }
}

/// Lends a noncopyable listener to two threads.
private final class ListenerBox: Sendable {
    let value: LoopbackListener

    init(_ value: consuming LoopbackListener) {
        self.value = value
    }
}

/// A client of a ``FakeGPSD``, for its script.
public struct FakeGPSDClient: ~Copyable {
    /// The greeting of gpsd 3.22.
    public static let greeting =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    /// gpsd's reply to ?WATCH.
    public static let watchReply = #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0}"# + "\r\n"

    let socket: FileDescriptor

    /// Sends text unchanged.
    public func send(_ text: String) {
        var rest = Array(text.utf8)
        // Some scripts are about a client that has left.
        while !rest.isEmpty, let count = try? TCPSocket.send(rest, to: socket) { rest.removeFirst(count) }
    }

    /// Sends one object per line.
    public func send(lines: [String]) {
        send(lines.map { $0 + "\r\n" }.joined())
    }

    /// Waits for a command and returns it; nil if the client has left, or sends nothing for 20 seconds.
    public func receive() -> String? {
        guard Poll.wait(for: .readable(socket), timeout: .seconds(20)) else { return nil }
        guard let bytes = try? socket.read(upTo: 4096), !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Greets, waits for ?WATCH and replies as gpsd does, with these devices.
    public func handshake(devices: [String] = ["/dev/ttyUSB0"]) {
        send(Self.greeting)
        _ = receive()
        send(lines: [Self.deviceList(devices)])
        send(Self.watchReply)
    }

    /// Waits until the client has left.
    public func waitForEnd() {
        while receive() != nil {}
    }

    /// Returns a DEVICES line.
    public static func deviceList(_ paths: [String]) -> String {
        let entries = paths.map { #"{"class":"DEVICE","path":"\#($0)","activated":"2026-01-01T00:00:00.000Z"}"# }
        return #"{"class":"DEVICES","devices":["# + entries.joined(separator: ",") + "]}"
    }

    /// Returns a TPV line of a 3D fix, `second` seconds after 2026-01-01T00:00:00Z.
    public static func fix(
        second: Int, latitude: Double = -37.80996889, longitude: Double = 144.96326388, device: String = "/dev/ttyUSB0"
    ) -> String {
        let clock = "\(second / 600)\(second / 60 % 10):\(second / 10 % 6)\(second % 10)"
        return #"{"class":"TPV","device":"\#(device)","mode":3,"time":"2026-01-01T00:\#(clock).000Z","#
            + #""lat":\#(latitude),"lon":\#(longitude),"altHAE":50.0,"altMSL":45.1,"eph":5.5,"epv":9.5,"speed":3.5}"#
    }
}

/// A TCP server socket on a free port of 127.0.0.1.
struct LoopbackListener: ~Copyable, Sendable {
    let descriptor: FileDescriptor
    let port: UInt16

    /// Listens on that port, or on a free one with 0.
    init(port: UInt16 = 0) throws(SystemError) {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        let descriptor = FileDescriptor(owning: number)
        self.port = try Self.listen(on: descriptor, port: port)
        self.descriptor = descriptor
    }

    /// Binds the socket and starts to listen; returns its port.
    private static func listen(on descriptor: borrowing FileDescriptor, port: UInt16) throws(SystemError) -> UInt16 {
        let number = descriptor.number
        var one: Int32 = 1
        // One Int32, as its size says.
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The address is one sockaddr_in of that size, on this stack, in both calls.
        let result = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard unsafe bind(number, $0, length) == 0, Glibc.listen(number, 16) == 0 else { return Int32(-1) }
                return unsafe getsockname(number, $0, &length)
            }
        }
        guard result == 0 else { throw .last("bind", "127.0.0.1:\(port)") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Returns the next client; nil once the listener is shut down.
    func accept() -> FileDescriptor? {
        let number = Glibc.accept(descriptor.number, nil, nil)
        guard number >= 0 else { return nil }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(owning: number)
    }

    /// Ends ``accept()`` on another thread.
    func shutDown() {
        shutdown(descriptor.number, Int32(SHUT_RDWR))
    }
}
