import Basics
import Configuration
import Cryptography
import FleetProtocol
import FleetStore
public import HTTPServer
import JSON
public import Linux
import MQTT
import PostgreSQL
public import Systemd

/// Writes a line to the log.
public typealias CollectorLog = @Sendable (Log.Priority, String) -> Void

/// A collector: it takes the uploads of devices by MQTT and HTTP, stores them, and answers after the commit.
///
/// Any number of them may share a broker and a database.
public final class Collector: Sendable {
    /// The limit for connecting to the database.
    private static let connectTimeout = Duration.seconds(5)
    /// The limit for each statement: a commit of thousands of fixes takes a fraction of a second.
    private static let statementTimeout = Duration.seconds(15)
    /// The same for jobs, which change many rows at once.
    private static let jobTimeout = Duration.seconds(60)

    /// The maximum size of an upload in bytes.
    public static let maxBodySize = UploadBody.maxByteCount
    /// The same of any other request: a few words of JSON, so that all connections together hold less of it than they
    /// take anyway.
    private static let maxOtherBodySize = 4096

    private let inbox: IngestInbox
    private let ingest: WorkerThread
    private let jobs: WorkerThread
    private let webhooks: WorkerThread?
    private let signals: [WakeSignal]
    private let broker: BrokerSource?
    private let routes: IngestRoutes
    private let crashNote: CrashNote?
    /// The pulses of its threads, for a watchdog; not of those that wait for the database or a webhook for a minute.
    public let pulses: [ThreadPulse]

    /// Starts to collect.
    ///
    /// - Throws: ``SystemError`` if the process lacks a resource; an error of `SecretFile` about the broker's password.
    public init(_ settings: CollectorSettings, log: @escaping CollectorLog) throws {
        let inbox = try IngestInbox(
            .init(
                maxBytes: settings.maxWaitingBytes,
                maxSenderBytes: max(settings.maxWaitingBytes / 4, 2 * UploadBody.maxByteCount),
                maxFixes: settings.maxFixesPerCommit, delay: settings.commitDelay))
        let reception = SharedReception(Reception(hasBroker: settings.broker != nil))
        let broker = try Self.brokerSource(settings, inbox, reception: reception, log: log)
        let pulse = ThreadPulse { inbox.wake() }
        let database = settings.database
        ingest = try Self.ingestThread(
            settings.database, inbox, reception: reception, broker: broker, pulse: pulse, log: log)
        routes = IngestRoutes(inbox) { SystemClock.now().wallClock }
        let connect = { @Sendable () throws(PostgresError) in
            try FleetDatabase.connect(
                database, connectTimeout: Self.connectTimeout, statementTimeout: Self.jobTimeout)
        }
        let (jobsSignal, webhooksSignal) = (try WakeSignal(), try WakeSignal())
        jobs = try WorkerThread(name: "jobs") {
            JobsLoop(
                jobsSignal, reception: reception, inbox: inbox, connect: connect,
                join: { broker?.setGroup($0) }, log: log
            ).run()
        }
        let hooks = settings.webhooks
        webhooks =
            hooks.isEmpty
            ? nil
            : try WorkerThread(name: "webhooks") {
                WebhookLoop(hooks, signal: webhooksSignal, counts: inbox.counts, connect: connect, log: log)?.run()
            }
        crashNote = settings.crashNote
        (self.inbox, self.broker, signals) = (inbox, broker, [jobsSignal, webhooksSignal])
        pulses = [pulse] + (broker.map { [$0.pulse] } ?? [])
    }

    private static func brokerSource(
        _ settings: CollectorSettings, _ inbox: IngestInbox, reception: SharedReception, log: @escaping CollectorLog
    ) throws -> BrokerSource? {
        try settings.broker.map { place in
            var connection = try MQTTSettings(place)
            connection.crashNote = settings.crashNote
            return try BrokerSource(
                connection, takesPhones: place.takesOwnTracks,
                probes: GroupProbes(user: connection.user, interval: settings.probeInterval),
                onReception: { isOpen in reception.with { $0.setBroker(isOpen, at: SystemClock.uptime) } },
                submit: { inbox.submit($0) }, log: log)
        }
    }

    private static func ingestThread(
        _ database: String, _ inbox: IngestInbox, reception: SharedReception, broker: BrokerSource?, pulse: ThreadPulse,
        log: @escaping CollectorLog
    ) throws -> WorkerThread {
        try WorkerThread(name: "ingest") {
            IngestLoop(
                inbox, pulse: pulse,
                connect: { () throws(PostgresError) in
                    try CollectorDatabase(
                        database, connectTimeout: connectTimeout, statementTimeout: statementTimeout, pulse: pulse)
                },
                answer: { answers in
                    inbox.counts.record(answers)
                    broker?.send(answers)
                    for (upload, answer) in answers { upload.respond(answer) }
                },
                changed: { isOpen in
                    reception.with { $0.setDatabase(isOpen, at: SystemClock.uptime) }
                    broker?.setServing(isOpen)
                }, log: log
            ).run()
        }
    }

    /// Returns the treatment of the content of a request, given its headers: only devices may upload.
    public func admission(of request: HTTPRequest, length: Int) -> HTTPAdmission {
        routes.admission(of: request, length: length) ?? .content(upTo: Self.maxOtherBodySize)
    }

    /// Returns the response to an upload or to a question about the collector's health; nil for any other request.
    public func response(to request: HTTPRequest) -> HTTPResponse? {
        request.path == "/v1/health" && request.method != .post ? health : routes.response(to: request)
    }

    /// Stores what waits, answers, and ends; later requests are answered with a delay to retry.
    public func stop() {
        for signal in signals { signal.stop() }
        broker?.stop()
        inbox.stop()
        ingest.join()
        broker?.close()
        // An orderly restart may follow a repair of the broker.
        crashNote?.remove()
        jobs.join()
        webhooks?.join()
    }

    /// The state in numbers, by the names in `/v1/health`, with true for counts since the start: 1 for connected.
    public var metrics: [(name: String, value: Int, isCount: Bool)] {
        var all = [("database", inbox.isOpen ? 1 : 0, false), ("waitingBytes", inbox.bytes, false)]
        if let broker { all.append(("broker", broker.isConnected ? 1 : 0, false)) }
        return all + inbox.counts.all.map { ($0.name, $0.value, true) }
    }

    /// 200 while uploads are taken, otherwise 503.
    private var health: HTTPResponse {
        let body = JSONWriter.line { json in
            json.word("database", inbox.isOpen ? "connected" : "away")
            json.string("fault", inbox.fault)
            json.word("broker", broker.map { $0.isConnected ? "connected" : "away" } ?? "none")
            json.integer("waitingBytes", inbox.bytes)
            for (name, value) in inbox.counts.all { json.integer(name, value) }
        }
        return HTTPResponse(
            inbox.isOpen ? .ok : .serviceUnavailable,
            headers: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store")],
            body: .bytes(body))
    }
}

extension Upload {
    /// Sends the response, if a client waits for one.
    fileprivate func respond(_ answer: UploadOutcome) {
        if case .response(let response) = reply { response.send(UploadResponse.response(answer, to: format)) }
    }
}

extension MQTTSettings {
    /// The settings of a collector's connection, with its own identifier, since a broker permits one connection
    /// for each.
    ///
    /// - Throws: an error of `SecretFile` about the password.
    init(_ broker: CollectorSettings.Broker) throws {
        let suffix = Hexadecimal.encode(SecureRandom.bytes(6))
        self.init(host: broker.host, port: broker.port, clientID: "whereismy-fleet-\(suffix)")
        user = broker.user
        password = try broker.passwordFile.map { try SecretFile.text($0) }
        if broker.isEncrypted {
            tls = MQTTSecurity(
                authorityFile: broker.authorityFile, certificateFile: broker.certificateFile, keyFile: broker.keyFile)
        }
        maxPacketSize = UploadBody.maxByteCount + 4096
        // A broker that is away has to be noticed soon, and found again within seconds.
        keepAlive = .seconds(15)
        connectTimeout = .seconds(5)
    }
}
