import FleetProtocol
import FleetStore
import PostgreSQL

/// The answer to an upload, before it has the form that its sender expects.
enum UploadOutcome: Hashable, Sendable {
    /// The answer of the database, or of the decoder.
    case answer(UploadResult)
    /// A status was stored, or there was nothing to store.
    case done
    /// The token is unknown.
    case unauthorised
    /// Nothing is known to be stored; the sender repeats.
    case unavailable
}

/// The uploads of one commit on their way from bytes to answers.
struct IngestBatch {
    private let uploads: [Upload]
    private var results: [UploadOutcome?]
    private var contents: [(index: Int, upload: DeviceUpload)] = []
    private var statuses: [(index: Int, status: ReceivedStatus)] = []
    /// The devices of which it shows that two machines report by their name.
    private(set) var shared: [DeviceName] = []

    init(_ uploads: [Upload]) {
        self.uploads = uploads
        results = Array(repeating: nil, count: uploads.count)
    }

    /// Decodes the uploads, except those of unknown senders.
    mutating func decode(for database: any IngestDatabase) throws(PostgresError) {
        let tokens = Set(uploads.compactMap(\.sender.token))
        // Asked each time: the name of a removed device may be that of another one a moment later.
        let devices = tokens.isEmpty ? [:] : try database.devices(of: tokens)
        for (index, upload) in uploads.enumerated() {
            let device: DeviceName? =
                switch upload.sender {
                case .device(let name): name
                case .token(let token): devices[token]
                }
            guard let device else {
                results[index] = .unauthorised
                continue
            }
            switch UploadContent(upload, of: device) {
            case .content(let content):
                contents.append((index, DeviceUpload(device: device, content: content, received: upload.received)))
            case .status(let status):
                let received = ReceivedStatus(
                    device: device, status: status, received: upload.received, byBroker: upload.sender.isOfBroker)
                statuses.append((index, received))
            case .nothing: results[index] = .done
            case .rejected(let reason): results[index] = .answer(.rejected(reason))
            }
        }
    }

    /// Stores what was decoded in one commit, and the statuses.
    mutating func store(in database: any IngestDatabase) throws(PostgresError) {
        if !contents.isEmpty {
            let answers = try database.store(contents.map(\.upload))
            for (content, answer) in zip(contents, answers) { results[content.index] = .answer(answer) }
        }
        guard !statuses.isEmpty else { return }
        shared = try database.store(statuses.map(\.status))
        for (index, _) in statuses { results[index] = .done }
    }

    /// True if there is anything to store: a question about a token proves nothing of the database.
    var hasContent: Bool { !contents.isEmpty || !statuses.isEmpty }

    /// The uploads with their answers; unavailable without one.
    var answers: [(Upload, UploadOutcome)] {
        zip(uploads, results).map { ($0, $1 ?? .unavailable) }
    }
}
