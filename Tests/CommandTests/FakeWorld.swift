import Command
import Configuration
import Linux
import Location
import Synchronization
import TestSupport
import Wire

/// A made-up machine for the command to run on, which notes what it was asked to start.
final class FakeWorld: Sendable {
    /// Ten seconds after the sample report was received.
    static let now = Timestamp(milliseconds: 1_767_226_022_311)
    static let report = "/run/whereismy/fix.json"
    static let lastReport = "/var/lib/whereismy/last-fix.json"
    static let socket = "/run/whereismy/verdicts.sock"
    /// A zone that is an hour ahead of UTC all year.
    static let clock = LocalClock(
        reading: { CivilTime($0 + .seconds(3600)) }, moment: { Timestamp($0) + .seconds(-3600) })
    static let denied: Int32 = 13
    static let absent: Int32 = 2
    private static let brokenPipe: Int32 = 32

    private let files: [String: [UInt8]]
    private let daemonRuns: Bool
    private let time: Timestamp
    private let zone: LocalClock
    private let browser: Int32?
    private let variables: [String: String]
    private let readerIsGone: Bool
    private let told: Result<[UInt8], SystemError>
    private let notes = Mutex<[[String]]>([])
    private let parts = Mutex<[[UInt8]]>([])

    /// Makes a machine; `browser` is what xdg-open exits with, nil when there is none.
    init(
        daemonRuns: Bool = true, files: [String: [UInt8]] = [:], browser: Int32? = 0, variables: [String: String] = [:],
        readerIsGone: Bool = false, now: Timestamp = now, clock: LocalClock = clock,
        told: Result<[UInt8], SystemError> = .failure(SystemError("connect", socket, code: absent))
    ) {
        self.daemonRuns = daemonRuns
        self.files = files
        self.browser = browser
        self.variables = variables
        self.readerIsGone = readerIsGone
        time = now
        zone = clock
        self.told = told
    }

    /// What was started, a program with its arguments each.
    var started: [[String]] { notes.withLock { $0 } }

    /// What was written before the answer was complete.
    var written: [[UInt8]] { parts.withLock { $0 } }

    func run(_ arguments: String...) -> Outcome { run(arguments) }

    func run(_ arguments: [String]) -> Outcome { CommandProgram.run(arguments, in: context) }

    private var context: Context {
        Context(
            environment: variables,
            files: ConfigurationFiles(
                contents: { [files] path throws(SystemError) in
                    guard let bytes = files[path] else { throw SystemError("open", path, code: Self.absent) }
                    guard !bytes.isEmpty else { throw SystemError("open", path, code: Self.denied) }
                    return bytes
                },
                names: { path throws(SystemError) in throw SystemError("opendir", path, code: Self.absent) }),
            now: { [time] in time }, clock: zone,
            socket: { [told] path throws(SystemError) in
                guard path == Self.socket else { throw SystemError("connect", path, code: Self.absent) }
                return try told.get()
            },
            isLocked: { [daemonRuns] in daemonRuns && $0 == "/run/whereismy/whereismyd.lock" },
            show: { [self] program, arguments throws(SystemError) in
                notes.withLock { $0.append([program] + arguments) }
                guard let browser else { throw SystemError("posix_spawn", program, code: Self.absent) }
                return browser
            },
            become: { [self] program, arguments in
                notes.withLock { $0.append([program] + arguments) }
                return SystemError("exec", program, code: Self.absent)
            },
            write: { [self] bytes throws(SystemError) in
                guard !readerIsGone else { throw SystemError("write", "standard output", code: Self.brokenPipe) }
                parts.withLock { $0.append(bytes) }
            }, programDirectory: "/opt/bin")
    }
}

extension Outcome {
    var text: String { String(decoding: output, as: UTF8.self) }
}
