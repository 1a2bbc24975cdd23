import Basics
import Configuration
import Curl
import Delivery
import FleetProtocol
import PublishFormats

/// Messages as POST requests, which all destinations share a set of.
final class HTTPTransport: Transport {
    private let name: String
    private let template: PostRequest
    private let host: String
    private let format: PublishFormat
    private let transfers: Transfers
    private var answers: [TransportEvent] = []
    /// The reports of the status to a fleet.
    private var report = StatusSchedule()

    /// Creates a transport that shares the requests in progress.
    ///
    /// - Throws: `SecretFile.SecretError` if a password or token cannot be read.
    init(_ settings: PublishSettings, _ transfers: Transfers) throws {
        name = settings.name
        host = settings.to.description
        format = settings.format
        template = try PostRequest(settings)
        self.transfers = transfers
    }

    let descriptor: Int32? = nil
    var isUnhurried = false

    func connect(at moment: Moment) {}

    func send(_ content: [UInt8], id: UInt64, as kind: MessageKind) throws {
        var request = template
        request.body = content
        if format == .fleet {
            request.address += UploadPath.fixes
            request.headers.append("Content-Type: \(UploadBody.mediaType(of: content))")
        }
        try transfers.start(request, as: "\(name)/\(id)")
    }

    /// Stores the result of a request for ``events()``.
    func finish(_ key: String, _ result: TransferResult) {
        guard let id = UInt64(key.dropFirst(name.utf8.count + 1)) else { return }
        answers.append(.answered(id, outcome(of: result)))
    }

    /// True if a key is of this transport.
    func owns(_ key: String) -> Bool {
        guard let slash = key.lastIndex(of: "/") else { return false }
        return key[..<slash] == name
    }

    func setStatus(_ status: DeviceStatus) -> Duration {
        if format == .fleet, report.isDue(status) { send(status) }
        return report.pause(after: status)
    }

    private func send(_ status: DeviceStatus) {
        var request = template
        request.address += UploadPath.status
        request.headers.append("Content-Type: application/json")
        request.body = status.json
        // The result is of no interest: the next one follows.
        try? transfers.start(request, as: "\(name)/status")
    }

    private func outcome(of result: TransferResult) -> DeliveryOutcome {
        if format == .fleet { return Self.fleetOutcome(of: result, from: host) }
        if case .responded(let status, _, let answer) = result, (200..<300).contains(status),
            let fault = fault(of: answer)
        {
            return .failed("\(host) answered \(status) \(fault)", retryAfter: nil)
        }
        return DeliveryOutcome(result, of: host)
    }

    /// The outcome that a collector's answer means, or else the status.
    static func fleetOutcome(of result: TransferResult, from host: String) -> DeliveryOutcome {
        guard case .responded(let status, let retryAfter, let answer) = result else {
            return DeliveryOutcome(result, of: host)
        }
        if status == 200 || status == 400 || status == 413, let answer = answer.flatMap(UploadResult.init) {
            return DeliveryOutcome(answer, of: host)
        }
        if (200..<300).contains(status) {
            return .failed("\(host) answered \(status) without the answer of a collector", retryAfter: nil)
        }
        return DeliveryOutcome(.responded(status: status, retryAfter: retryAfter, answer: nil), of: host)
    }

    /// Returns why an answer with a status of success is none, as that of a network's login page; nil if it is one.
    private func fault(of answer: [UInt8]?) -> String? {
        guard let answer else { return "with an incomplete answer" }
        if format == .overland { return OverlandEncoder.isAccepted(answer) ? nil : "without \"result\":\"ok\"" }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = (answer.starts(with: mark) ? answer.dropFirst(mark.count) : answer[...]).drop { $0 <= 0x20 }
        guard let first = text.first else { return nil }
        // OwnTracks' consumers answer with JSON, Traccar with nothing or a command.
        let isExpected = format == .owntracks ? [0x5B, 0x7B].contains(first) : first != UInt8(ascii: "<")
        return isExpected ? nil : "with a page, as the login of a network does"
    }

    func events() -> [TransportEvent] {
        defer { answers = [] }
        return answers
    }

    func setAvailable(_ isAvailable: Bool) {}
    func close() {}
}

extension DeliveryOutcome {
    /// The outcome of a request by its status.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - host: The receiver, for the reason.
    init(_ result: TransferResult, of host: String) {
        switch result {
        case .failed(let reason): self = .failed("\(host): \(reason)", retryAfter: nil)
        case .responded(let status, let retryAfter, _):
            self = DeliveryOutcome(status: status, retryAfter: retryAfter.map { .seconds($0) }).naming(host)
        }
    }

    /// The same outcome with the host before its reason.
    fileprivate func naming(_ host: String) -> DeliveryOutcome {
        switch self {
        case .accepted, .stored, .unanswered: self
        case .failed(let reason, let retryAfter): .failed("\(host) \(reason)", retryAfter: retryAfter)
        case .refused(let reason): .refused("\(host) \(reason)")
        case .rejected(let reason): .rejected("\(host) \(reason)")
        }
    }
}

extension PostRequest {
    /// The request of a destination, without its body.
    fileprivate init(_ settings: PublishSettings) throws {
        self.init(
            settings.to.text, headers: ["User-Agent: WhereIsMy/\(Product.version)"], body: [],
            authorityFile: settings.authorityFile, proxy: settings.proxy?.text)
        if settings.format == .fleet {
            // The paths of the protocol follow it.
            while address.last == "/" { address.removeLast() }
        } else {
            headers.append("Content-Type: application/json")
        }
        if let file = settings.tokenFile { headers.append("Authorization: Bearer \(try SecretFile.text(file))") }
        if let user = settings.user, let file = settings.passwordFile {
            (self.user, password) = (user, try SecretFile.text(file))
        }
        if settings.format == .owntracks {
            headers += [
                "X-Limit-U: \(settings.user ?? PublishSettings.defaultUser)", "X-Limit-D: \(settings.deviceName)",
            ]
        }
        (certificateFile, keyFile) = (settings.certificateFile, settings.keyFile)
        maxAnswerBytes = OverlandEncoder.maxAnswerBytes
    }
}
