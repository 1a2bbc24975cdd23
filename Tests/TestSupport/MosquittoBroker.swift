import Glibc
import Linux

/// Debian's MQTT broker on a port of the loopback addresses, with its files in a directory of its own.
public final class MosquittoBroker: Sendable {
    private static let program = "/usr/sbin/mosquitto"
    /// True if the program is installed, which tests need.
    public static let isInstalled = unsafe access(program, X_OK) == 0

    /// The port it listens on.
    public let port: UInt16
    private let directory: ScratchDirectory
    private let process: ChildProcess

    /// Starts the broker and waits until it listens.
    ///
    /// - Parameters:
    ///   - port: The port; nil for a free one.
    ///   - options: Lines of its configuration; those of the listener, such as `cafile`, first.
    /// - Throws: ``SystemError`` if it does not start within half a minute, with its log.
    public init(port: UInt16? = nil, options: [String] = ["allow_anonymous true"]) throws {
        let port = try port ?? FreePort.tcp()
        let directory = try ScratchDirectory()
        // With 127.0.0.1 alone, a client that tries another address of localhost first would be refused.
        let lines = ["listener \(port) localhost"] + options + ["persistence false", "user root", "log_dest stderr"]
        try directory.write("mosquitto.conf", Array((lines.joined(separator: "\n") + "\n").utf8))
        let notifications = try NotificationSocket(path: directory.file("notify"))
        process = try ChildProcess(
            Self.program, ["-c", directory.file("mosquitto.conf")],
            environment: ["NOTIFY_SOCKET": directory.file("notify")], errors: directory.file("log"))
        self.port = port
        self.directory = directory
        guard notifications.receives("READY=1", within: .seconds(30)) else {
            let log = (try? directory.bytes("log")) ?? []
            throw SystemError(Self.program, String(decoding: log, as: UTF8.self), code: ETIMEDOUT)
        }
    }

    /// Its process, for measurements.
    public var pid: Int32 { process.pid }

    /// Ends it at once, as a crash does.
    public func kill() {
        process.kill()
    }
}
