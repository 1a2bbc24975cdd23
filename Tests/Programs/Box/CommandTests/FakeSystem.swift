import Basics
import CommandLine
import Configuration
import Doctor
import Linux
import Location
import Synchronization
import TestSupport
import Wire

@testable import Command

/// A fake system for the command that logs the programs it starts.
final class FakeSystem: Sendable {
    /// Ten seconds after the sample report was received.
    static let now = Timestamp(milliseconds: 1_767_226_022_311)
    static let report = "/run/whereismy/fix.json"
    static let lastReport = "/var/lib/whereismy/last-fix.json"
    static let socket = "/run/whereismy/api.sock"
    /// A zone one hour ahead of UTC all year.
    static let clock = LocalClock(
        civilTime: { CivilTime($0 + .seconds(3600)) }, timestamp: { Timestamp($0) + .seconds(-3600) })
    static let denied: Int32 = 13
    static let absent: Int32 = 2
    private static let brokenPipe: Int32 = 32
    private static let isDirectory: Int32 = 21

    private let files: [String: [UInt8]]
    private let daemonRuns: Bool
    private let time: Timestamp
    private let zone: LocalClock
    private let browser: Int32?
    private let variables: [String: String]
    private let readerIsGone: Bool
    private let response: Result<[UInt8], SystemError>
    private let responses: [[UInt8]]
    private let width: Int?
    private let script: [TimedEvent]
    private let doctorEnvironment: DoctorEnvironment
    private let directories: [String: [String]]
    private let network: MachineNetwork
    private let administration: Administration
    private let hooks: [Hook]
    private let publisherRuns: Bool
    private let privateContents = Mutex<[String]>([])
    private let sentRequests = Mutex<[(text: String, timeout: Duration)]>([])
    private let performedActions = Mutex<[FollowAction]>([])
    private let startedPrograms = Mutex<[[String]]>([])
    private let writtenParts = Mutex<[[UInt8]]>([])

    /// The directory of the running program.
    private let programDirectory: String

    init(
        daemonRuns: Bool = true, files: [String: [UInt8]] = [:], browser: Int32? = 0, variables: [String: String] = [:],
        readerIsGone: Bool = false, now: Timestamp = now, clock: LocalClock = clock,
        response: Result<[UInt8], SystemError> = .failure(SystemError("connect", socket, code: absent)),
        responses: [[UInt8]] = [], columns: Int? = nil, script: [TimedEvent] = [],
        doctorEnvironment: DoctorEnvironment = .unexpected,
        programDirectory: String = "/opt/bin", directories: [String: [String]] = [:],
        network: MachineNetwork = MachineNetwork(), administration: Administration = .unexpected,
        hooks: [Hook] = [], publisherRuns: Bool = false
    ) {
        self.publisherRuns = publisherRuns
        self.hooks = hooks
        self.network = network
        self.administration = administration
        self.directories = directories
        self.programDirectory = programDirectory
        self.daemonRuns = daemonRuns
        self.files = files
        self.browser = browser
        self.variables = variables
        self.readerIsGone = readerIsGone
        time = now
        zone = clock
        self.response = response
        self.responses = responses
        width = columns
        self.script = script
        self.doctorEnvironment = doctorEnvironment
    }

    /// An event for a follower, at a time after the previous one.
    struct TimedEvent: Sendable {
        let event: FollowEvent
        var after: Duration = .zero
    }

    /// A response of the daemon.
    static func reply(_ content: String, status: Int = 200, type: String = "application/json") -> [UInt8] {
        let bytes = Array(content.utf8)
        let head = "HTTP/1.1 \(status) Some Words\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return Array(head.utf8) + bytes
    }

    /// An error response of the daemon.
    static func errorResponse(_ status: Int, _ code: String, _ detail: String) -> [UInt8] {
        reply(
            "{\"type\":\"about:blank\",\"title\":\"No\",\"status\":\(status),\"detail\":\"\(detail)\",\"code\":\"\(code)\"}",
            status: status, type: "application/problem+json")
    }

    /// The requests sent to the daemon.
    var requests: [String] { sentRequests.withLock { $0.map(\.text) } }

    /// The timeouts of the requests.
    var timeouts: [Duration] { sentRequests.withLock { $0.map(\.timeout) } }

    /// The actions returned by the follower.
    var actions: [FollowAction] { performedActions.withLock { $0 } }

    private func follow(_ follower: inout WatchSession) {
        var moment = Moment(uptime: .seconds(1000), wallClock: time)
        record(follower.handle(.started, at: moment))
        for happening in script where !follower.isDone {
            let next = moment.uptime + happening.after
            // The loop checks the timer before other events too.
            while let deadline = follower.deadline, deadline < next, !follower.isDone {
                let wait = max(.milliseconds(1), deadline - moment.uptime)
                moment = Moment(uptime: moment.uptime + wait, wallClock: moment.wallClock + wait)
                record(follower.handle(.due, at: moment))
            }
            guard !follower.isDone else { return }
            moment = Moment(uptime: next, wallClock: moment.wallClock + (next - moment.uptime))
            record(follower.handle(happening.event, at: moment))
        }
    }

    private func record(_ actions: [FollowAction]) { performedActions.withLock { $0 += actions } }

    /// The contents of the private files.
    var privateFiles: [String] { privateContents.withLock { $0 } }

    /// The started programs with their arguments.
    var started: [[String]] { startedPrograms.withLock { $0 } }

    /// The output written before the result.
    var written: [[UInt8]] { writtenParts.withLock { $0 } }

    func run(_ arguments: String...) -> CommandResult { run(arguments) }

    func run(_ arguments: [String]) -> CommandResult { CommandProgram.run(arguments, in: context) }

    private var context: Context {
        var context = Context(
            environment: variables,
            files: ConfigurationFiles(
                contents: { [files, directories] path throws(SystemError) in
                    guard directories[path] == nil else { throw SystemError("open", path, code: Self.isDirectory) }
                    guard let bytes = files[path] else { throw SystemError("open", path, code: Self.absent) }
                    guard !bytes.isEmpty else { throw SystemError("open", path, code: Self.denied) }
                    return bytes
                },
                names: { [directories] path throws(SystemError) in
                    guard let names = directories[path] else { throw SystemError("opendir", path, code: Self.absent) }
                    return names
                }),
            now: { [time] in time }, clock: zone,
            exchange: { [self] path, request, timeout throws(SystemError) in
                guard path == Self.socket else { throw SystemError("connect", path, code: Self.absent) }
                let number = sentRequests.withLock { sentRequests in
                    sentRequests.append((String(decoding: request, as: UTF8.self), timeout))
                    return sentRequests.count - 1
                }
                // The first responses in order, then always the same one.
                if responses.indices.contains(number) { return responses[number] }
                return try response.get()
            },
            follow: { [self] path, follower throws(SystemError) in follow(&follower) }, columns: { [width] in width },
            isLocked: { [daemonRuns, publisherRuns] path in
                path.hasSuffix("-publish/lock") ? publisherRuns : daemonRuns && path == "/run/whereismy/whereismyd.lock"
            },
            writePrivateFile: { [self] directory, name, bytes throws(SystemError) in
                privateContents.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
                return "\(directory ?? "/tmp/private")/\(name)"
            },
            launch: { [self] program, arguments throws(SystemError) in
                startedPrograms.withLock { $0.append([program] + arguments) }
                guard let browser else { throw SystemError("posix_spawn", program, code: Self.absent) }
                return browser
            },
            execute: { [self] program, arguments in
                startedPrograms.withLock { $0.append([program] + arguments) }
                return SystemError("exec", program, code: Self.absent)
            },
            write: { [self] bytes throws(SystemError) in
                guard !readerIsGone else { throw SystemError("write", "standard output", code: Self.brokenPipe) }
                writtenParts.withLock { $0.append(bytes) }
            }, programDirectory: programDirectory)
        context.doctorEnvironment = doctorEnvironment
        context.network = { [network] in network }
        context.administration = administration
        context.hooks = { [hooks] _ in hooks }
        return context
    }
}

extension Administration {
    /// One that is not root and changes nothing.
    static let unexpected = Administration(
        isRoot: { false }, exists: { _ in false }, read: { _ throws(SystemError) in nil },
        create: { path, _ throws(SystemError) in throw SystemError("open", path, code: FakeSystem.denied) },
        write: { path, _ throws(SystemError) in throw SystemError("write", path, code: FakeSystem.denied) },
        remove: { path throws(SystemError) in throw SystemError("unlink", path, code: FakeSystem.denied) },
        run: { program, _, _ throws(SystemError) in throw SystemError("run", program, code: FakeSystem.denied) },
        pause: { _ in })
}

extension CommandResult {
    var text: String { String(decoding: output, as: UTF8.self) }
}
