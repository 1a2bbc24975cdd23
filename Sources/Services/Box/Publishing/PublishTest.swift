import APIClient
import Basics
import CommandLine
import Configuration
import Curl
import Delivery
import Linux
import Location
import PublishFormats
import PublishState
import Wire

/// Sends the newest position to one destination, once, beside a running publisher: `whereismy publish --test NAME`.
struct PublishTest {
    /// The time for the connection and the answer.
    private static let timeout: Duration = .seconds(20)
    /// The number of the only message.
    private static let messageID: UInt64 = 1

    private let settings: Settings
    private let destination: PublishSettings
    private let transfers: Transfers
    private let factory: ChannelFactory

    /// Creates a test.
    ///
    /// - Throws: `CurlError` if memory is exhausted.
    init(_ settings: Settings, _ destination: PublishSettings) throws {
        self.settings = settings
        self.destination = destination
        transfers = try Transfers()
        let paths = PublishPaths(state: settings.publishStateDirectory, runtime: settings.publishRuntimeDirectory)
        factory = ChannelFactory(
            settings: settings, paths: paths, transfers: transfers,
            history: PublishedHistory(path: settings.historyFile)
        ) { _, _ in }
    }

    /// Sends the position and waits for the answer; returns a line about what was accepted.
    ///
    /// - Throws: ``PublishTestError`` if nothing can be sent or the destination does not accept it, or the error of a
    ///   secret file.
    func run() throws -> String {
        guard destination.webhook == nil else {
            throw PublishTestError("\(subject): a webhook; fix: whereismy webhook test \(destination.name)")
        }
        guard let encoder = factory.encoder(destination) else {
            throw PublishTestError("\(subject): \(destination.program.rawValue) serves it; it has no answers to test")
        }
        let moment = SystemClock.now()
        let (content, isLive, text) = try message(encoder, at: moment.wallClock)
        let transport = try factory.transport(destination, isTest: true)
        defer { transport.close() }
        let outcome = try exchange(content, isLive: isLive, by: transport, at: moment)
        return try line(outcome, text)
    }

    private var subject: String { "publish \(destination.name)" }

    /// The newest report, or the newest point of the history if there is none, as far as privacy allows.
    private func message(
        _ encoder: MessageEncoder, at moment: Timestamp
    ) throws -> (content: [UInt8], isLive: Bool, text: String) {
        if let report, report.state == .live || destination.format == .homeAssistant {
            guard encoder.mayPublish(report), let content = encoder.content(of: report, sent: moment) else {
                throw hidden
            }
            return (content, true, "the current position")
        }
        guard destination.receivesHistory else {
            throw PublishTestError(
                "\(subject): nothing to send: it receives current positions alone, and whereismyd does not answer",
                .nothingKnown)
        }
        guard let point = factory.history.newestPoint(upTo: moment) else {
            let cause = factory.history.problem.map { " (\($0))" } ?? ""
            throw PublishTestError(
                "\(subject): nothing to send: no current position, and none in the history\(cause)", .nothingKnown)
        }
        guard encoder.mayPublish(point) else { throw hidden }
        return (encoder.content(of: [point], sent: moment), false, "the last recorded position")
    }

    private var hidden: PublishTestError {
        PublishTestError("\(subject): nothing to send: privacy hides the position from this destination", .nothingKnown)
    }

    /// The daemon's newest report; nil if it does not answer.
    private var report: Report? {
        let client = DaemonClient(
            settings,
            exchange: { path, request throws(SystemError) in
                try LocalSocket.exchange(path, sending: request, limit: 1 << 20, timeout: .seconds(3))
            }, isLocked: { DirectoryLock.isHeld($0) })
        guard let response = try? client.send(ClientRequest(target: "/v1/report")) else { return nil }
        return try? ReportJSON.decode(response.content)
    }

    /// Opens the connection, sends the message and waits for its answer.
    private func exchange(
        _ content: [UInt8], isLive: Bool, by transport: any Transport, at moment: Moment
    ) throws -> DeliveryOutcome {
        let alarm = try TimerFD()
        let limit = moment.uptime + Self.timeout
        if destination.isForBroker {
            transport.connect(at: moment)
        } else {
            try transport.send(content, id: Self.messageID, as: isLive ? .live : .fixes)
        }
        while SystemClock.uptime < limit {
            alarm.arm(at: limit)
            let descriptors = [alarm.descriptor.number] + [transport.descriptor].compactMap(\.self)
            for (key, result) in try transfers.wait(for: descriptors) {
                (transport as? HTTPTransport)?.finish(key, result)
            }
            for event in transport.events() {
                switch event {
                case .connected: try transport.send(content, id: Self.messageID, as: isLive ? .live : .fixes)
                case .disconnected(let reason, let isLasting):
                    return isLasting ? .refused(reason) : .failed(reason, retryAfter: nil)
                case .answered(_, let outcome): return outcome
                case .wantsReport: continue
                }
            }
        }
        return .failed("no answer in \(Self.timeout.components.seconds) s", retryAfter: nil)
    }

    private func line(_ outcome: DeliveryOutcome, _ text: String) throws(PublishTestError) -> String {
        let host = destination.to.description
        switch outcome {
        case .accepted, .stored(1, refused: [:]): return "\(subject): \(host) has accepted \(text)"
        case .stored(_, let refused):
            let reason = refused[0] ?? "\(host) has not stored \(text)"
            throw PublishTestError("\(subject): \(reason); a fix would be set aside")
        case .failed(let reason, _): throw PublishTestError("\(subject): \(reason); a fix would be sent again")
        case .refused(let reason):
            throw PublishTestError("\(subject): \(reason); fixes would wait until that is changed")
        case .rejected(let reason): throw PublishTestError("\(subject): \(reason); a fix would be set aside")
        case .unanswered: throw PublishTestError("\(subject): \(host) closed the connection; a fix would be sent again")
        }
    }
}

/// The reason why a destination did not accept a test.
struct PublishTestError: ExitCodeError, CustomStringConvertible {
    /// One line.
    let description: String
    /// The exit code.
    let code: ExitCode

    init(_ description: String, _ code: ExitCode = .failure) {
        self.description = description
        self.code = code
    }
}
