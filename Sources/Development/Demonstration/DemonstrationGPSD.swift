public import Linux
import Synchronization

/// A separate real gpsd: on a free port of 127.0.0.1, in the foreground, fed over UDP.
///
/// UDP rather than a pseudo-terminal: both work, as root and as an ordinary user, if nothing confines gpsd; but
/// Debian's AppArmor profile for it allows datagrams and has no rule for `/dev/pts`. It also survives a restart of
/// gpsd, and no permissions interfere when gpsd drops those of root.
public final class DemonstrationGPSD: Sendable {
    /// The address it listens on.
    public let host = "127.0.0.1"
    /// The TCP port that clients connect to.
    public let port: UInt16
    /// The UDP port of its receiver.
    public let receiverPort: UInt16

    private let program: String
    private let directory: DemonstrationDirectory
    private let child = Mutex<ChildProcess?>(nil)

    private static let log = "gpsd.log"
    private static let attempts = 3

    /// Finds gpsd, starts it, and waits until it responds: at most five seconds.
    ///
    /// - Throws: ``DemonstrationError`` if there is no gpsd, or it does not respond.
    public static func start() throws(DemonstrationError) -> DemonstrationGPSD {
        let path = ProcessEnvironment.variables["PATH"] ?? ""
        let program = try GPSDProgram.find(path: path)
        for _ in 1..<attempts {
            // Another process may take the free port before gpsd does: then other ports are tried.
            if let gpsd = try? DemonstrationGPSD(program: program) { return gpsd }
        }
        return try DemonstrationGPSD(program: program)
    }

    init(program: String) throws(DemonstrationError) {
        self.program = program
        directory = try DemonstrationDirectory()
        port = try DemonstrationError.wrapping { () throws(SystemError) in try FreePort.tcp() }
        receiverPort = try DemonstrationError.wrapping { () throws(SystemError) in try FreePort.udp() }
        try restart()
    }

    deinit {
        stop()
    }

    /// The process id; nil while it is stopped.
    public var pid: Int32? {
        child.withLock { $0?.status == nil ? $0?.pid : nil }
    }

    /// Kills it, as a crash would.
    public func kill() {
        child.withLock { child in
            _ = child?.kill()
        }
    }

    /// Restarts it on the same ports.
    ///
    /// - Throws: ``DemonstrationError/gpsdFailed(_:)`` if it does not respond within five seconds.
    public func restart() throws(DemonstrationError) {
        stop()
        let started = try DemonstrationError.wrapping { () throws(SystemError) in try launch() }
        child.withLock { $0 = started }
        guard isResponding(started) else {
            stop()
            throw .gpsdFailed(directory.lastLine(of: Self.log) ?? "no output")
        }
    }

    /// Stops it within a second, and cleans up after it.
    public func stop() {
        child.withLock { child in
            guard let stopping = child else { return }
            stopping.terminate(grace: .milliseconds(700))
            child = nil
            // gpsd cannot remove its segment once it has dropped the rights of root.
            SharedMemory.remove(key: sharedMemoryKey)
        }
    }

    /// A separate key, apart from the shared memory of another gpsd on this machine (`GPSD_SHM_KEY` in gpsd(8)).
    private var sharedMemoryKey: Int32 { 0x4770_0000 | Int32(port) }

    /// `-N` stays in the foreground, `-n` reads the receiver without waiting for a client, `-b` never writes to it.
    private func launch() throws(SystemError) -> ChildProcess {
        let log = directory.path + "/" + Self.log
        return try ChildProcess(
            program, ["-N", "-n", "-b", "-S", String(port), "udp://127.0.0.1:\(receiverPort)"],
            environment: ["GPSD_SHM_KEY": String(sharedMemoryKey)], output: log, errors: log)
    }

    private func isResponding(_ started: ChildProcess) -> Bool {
        let deadline = SystemClock.uptime + .seconds(5)
        while SystemClock.uptime < deadline, started.status == nil {
            if Self.hasReceiver(host: host, port: port) { return true }
            _ = Poll.wait([], timeout: .milliseconds(20))
        }
        return false
    }

    /// Returns true if a gpsd with at least one receiver responds there within the timeout.
    public static func hasReceiver(host: String, port: UInt16, timeout: Duration = .seconds(1)) -> Bool {
        guard let probe = ReceiverProbe(host: host, port: port, timeout: timeout) else { return false }
        return probe.receivers()?.isEmpty == false
    }

    /// True if this machine has a gpsd.
    public static var isInstalled: Bool {
        (try? GPSDProgram.find(path: ProcessEnvironment.variables["PATH"] ?? "")) != nil
    }
}

/// The gpsd executable of this machine.
enum GPSDProgram {
    /// Returns the first executable gpsd: from Debian's location, then along `PATH`.
    static func find(
        path: String, usual: [String] = ["/usr/sbin", "/usr/local/sbin"]
    ) throws(DemonstrationError) -> String {
        let directories = usual + path.split(separator: ":").map(String.init)
        let programs = directories.map { $0 + "/gpsd" }
        guard let program = programs.first(where: Executable.isExecutable) else {
            throw .noGPSD(directories)
        }
        return program
    }
}

/// Why a demonstration cannot start.
public enum DemonstrationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// gpsd was not found; the directories searched.
    case noGPSD([String])
    /// gpsd was started and does not respond; its last output.
    case gpsdFailed(String)
    /// The temporary directory cannot be created; its path.
    case noDirectory(String)
    /// A system call failed.
    case system(SystemError)

    /// One line: the problem and the fix.
    public var description: String {
        switch self {
        case .noGPSD(let directories):
            "no gpsd in \(directories.joined(separator: ":")); fix: install the package gpsd"
        case .gpsdFailed(let reason): "gpsd was started and does not respond: \(reason)"
        case .noDirectory(let path): "\(path): cannot be created; fix: set TMPDIR to another directory"
        case .system(let error): error.description
        }
    }

    /// Runs work that throws system errors only, and wraps them.
    static func wrapping<Value: ~Copyable>(_ work: () throws(SystemError) -> Value) throws(DemonstrationError) -> Value
    {
        do { return try work() } catch { throw .system(error) }
    }
}
