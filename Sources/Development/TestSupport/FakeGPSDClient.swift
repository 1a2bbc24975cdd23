import Linux

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
        guard Poll.wait([.readable(socket)], timeout: .seconds(20))[0] else { return nil }
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
