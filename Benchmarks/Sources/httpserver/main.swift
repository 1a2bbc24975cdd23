import Glibc
import HTTPServer
import Linux
import Systemd

// httpserver PORT: serves 600 bytes at every path, and at /events an event per second, until a signal; not installed.
SignalFD.ignoreBrokenPipes()
let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0
let body = [UInt8](repeating: 0x78, count: 600)
let ticker = Ticker()
do {
    let signals = try SignalFD([SIGTERM, SIGINT])
    let addresses = try SocketAddress.resolve(host: "127.0.0.1", port: port)
    let listeners = try addresses.prefix(1).map { try ListeningSocket.tcp($0, backlog: HTTPLimits().backlog) }
    let server = try HTTPServer(listeners) { request in
        guard request.path == "/events" else {
            return HTTPResponse(headers: [HTTPField("Content-Type", "application/json")], body: .bytes(body))
        }
        let headers = [HTTPField("Content-Type", "text/event-stream")]
        return HTTPResponse(headers: headers, body: .stream(TickerStream(ticker)))
    }
    Log.write(.info, "listening on port \(listeners.first?.port ?? 0)")
    while !Poll.wait([.readable(signals.descriptor)], timeout: .seconds(1))[0] { ticker.tick() }
    server.stop()
} catch {
    Log.write(.error, "\(error)")
    exit(1)
}
