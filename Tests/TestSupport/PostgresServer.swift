import Glibc
import Linux
import Synchronization

/// A PostgreSQL of its own, with its files in a directory of its own and only a Unix socket; as root it runs as another
/// user, for PostgreSQL refuses root.
///
/// Tests that can share one use ``shared`` and a fresh ``PostgresDatabase`` each.
public final class PostgresServer: Sendable {
    /// True if the programs are installed, which tests need.
    public static let isInstalled = PostgresPrograms.folder != nil

    /// The server of this process, without fsync; nil if it does not start.
    public static let shared: PostgresServer? = {
        let server = try? PostgresServer()
        sharedFolder.withLock { $0 = server?.directory.path }
        // The last chance to remove the files, since nothing destroys a global.
        atexit { PostgresServer.removeShared() }
        return server
    }()

    private static let sharedFolder = Mutex<String?>(nil)
    private let directory: ScratchDirectory
    private let settings: [String]
    private let process = Mutex<ChildProcess?>(nil)
    private let databaseCount = Mutex(0)

    /// Creates a cluster and starts it.
    ///
    /// - Parameters:
    ///   - isDurable: True to write to the disk before a commit returns, as in production.
    ///   - settings: Further settings, each as `name=value`.
    /// - Throws: ``SystemError`` if it does not start within a minute, with its log.
    public init(isDurable: Bool = false, settings: [String] = []) throws {
        directory = try ScratchDirectory()
        let durability = isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        self.settings =
            [
                "listen_addresses=", "unix_socket_directories=\(directory.path)", "shared_buffers=64MB",
                "max_connections=200", "unix_socket_permissions=0777",
            ] + durability + settings
        try PostgresPrograms.giveAway(directory.path)
        let options = ["-D", directory.file("data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        try PostgresPrograms.run("initdb", options, log: directory.file("initdb.log"))
        try start()
    }

    /// The process of the server, for measurements; nil while it is stopped.
    public var pid: Int32? { process.withLock { $0?.pid } }

    /// The directory of its Unix socket.
    public var host: String { directory.path }

    /// Returns the settings of a connection.
    public func conninfo(database: String = "postgres", user: String = "postgres") -> String {
        "host=\(directory.path) dbname=\(database) user=\(user)"
    }

    /// Starts it again and waits until it accepts connections.
    ///
    /// - Throws: ``SystemError`` if that takes more than a minute.
    public func start() throws {
        let deadline = SystemClock.uptime + .seconds(60)
        while SystemClock.uptime < deadline {
            let child = try PostgresPrograms.start(
                "postgres", ["-D", directory.file("data")] + settings.flatMap { ["-c", $0] }, log: directory.file("log")
            )
            if isReady(child, until: deadline) {
                process.withLock { $0 = child }
                return
            }
            // After a kill, the memory of the old server is in use until its last process has noticed.
            _ = Poll.wait([], timeout: .milliseconds(50))
        }
        let log = (try? directory.bytes("log")) ?? []
        throw SystemError("postgres", String(decoding: log.suffix(2000), as: UTF8.self), code: ETIMEDOUT)
    }

    /// Ends it in order, and with it all connections.
    public func stop() {
        let child = process.withLock { $0.take() }
        child?.send(SIGINT)
        if child?.wait(atMost: .seconds(30)) == nil { child?.kill() }
    }

    /// Ends it at once, as a crash does: what was not on the disk is lost.
    public func kill() {
        process.withLock { $0.take() }?.kill()
    }

    /// Stops all its processes without ending them, as a dead network does; ``thaw()`` lets them run again.
    public func freeze() { signalGroup(SIGSTOP) }

    /// Lets a frozen server run again.
    public func thaw() { signalGroup(SIGCONT) }

    /// Runs SQL as the superuser by `psql`.
    ///
    /// - Throws: ``SystemError`` if it fails, with what psql printed.
    public func execute(_ sql: String, database: String = "postgres") throws {
        let options = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", conninfo(database: database), "-c", sql]
        let number = databaseCount.withLock { count in
            count += 1
            return count
        }
        try PostgresPrograms.run("psql", options, log: directory.file("psql-\(number).log"))
    }

    /// Returns a name that no other database of the server has.
    func newDatabaseName() -> String {
        databaseCount.withLock { count in
            count += 1
            return "test_\(count)"
        }
    }

    /// The eighth line of the file says how far the server is (`LOCK_FILE_LINE_PM_STATUS`).
    private func isReady(_ child: ChildProcess, until deadline: Duration) -> Bool {
        while child.status == nil, SystemClock.uptime < deadline {
            let lines = ((try? directory.bytes("data/postmaster.pid")) ?? []).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            if lines.count >= 8, lines[7].starts(with: "ready".utf8), lines[0].elementsEqual("\(child.pid)".utf8) {
                return true
            }
            _ = Poll.wait([], timeout: .milliseconds(10))
        }
        return false
    }

    /// The backends have groups of their own, so each is signalled by its number.
    private func signalGroup(_ signal: Int32) {
        guard let pid else { return }
        let script = "kill -\(signal) \(pid) $(cat /proc/\(pid)/task/\(pid)/children)"
        _ = try? ChildProcess("/bin/sh", ["-c", script]).wait(atMost: .seconds(5))
    }

    private static func removeShared() {
        shared?.kill()
        guard let path = sharedFolder.withLock({ $0 }) else { return }
        _ = try? ChildProcess("/bin/rm", ["-rf", path]).wait(atMost: .seconds(10))
    }
}

/// A database of one test, dropped when the test ends.
public final class PostgresDatabase: Sendable {
    /// Its name.
    public let name: String
    /// Its server.
    public let server: PostgresServer

    /// Creates a database, as a copy of another one if given.
    ///
    /// - Throws: ``SystemError`` if the server refuses.
    public init(on server: PostgresServer, template: String = "template1") throws {
        self.server = server
        name = server.newDatabaseName()
        try server.execute("CREATE DATABASE \(name) TEMPLATE \(template)")
    }

    deinit {
        try? server.execute("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Returns the settings of a connection.
    public func conninfo(user: String = "postgres") -> String { server.conninfo(database: name, user: user) }
}
