import Basics
import FleetProtocol
import FleetStore
import PostgreSQL

@testable import FleetCollector

/// Takes the input as a message of a broker: lines with the topic, the topic for the answer and the correlation data, then the
/// content.
struct BrokerTarget: FuzzTarget {
    /// A database that stores everything.
    private final class Database: IngestDatabase {
        let descriptor: Int32? = nil

        func check() throws(PostgresError) {}
        func devices(of tokens: Set<String>) throws(PostgresError) -> [String: DeviceName] { [:] }
        func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
            uploads.map { .stored($0.content.points.count + $0.content.events.count, refused: []) }
        }
        func store(_ statuses: [ReceivedStatus]) throws(PostgresError) -> [DeviceName] { [] }
    }

    private static let received = Timestamp(milliseconds: 1_767_225_600_000)

    func run(_ input: [UInt8]) {
        let lines = input.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false).map(Array.init)
        guard lines.count == 4 else { return }
        let message = BrokerMessage(
            topic: String(decoding: lines[0], as: UTF8.self), payload: lines[3],
            responseTopic: lines[1].isEmpty ? nil : String(decoding: lines[1], as: UTF8.self), correlation: lines[2])
        do throws(BrokerMessage.UploadError) {
            take(try message.upload(received: Self.received))
        } catch {
            _ = message.rejection(error)
        }
    }

    private func take(_ upload: Upload) {
        guard case .device(let device) = upload.sender, upload.fixCount >= 0 else {
            violated("a message of a broker is a device's")
        }
        if case .topic(let topic, let correlation) = upload.reply {
            guard topic == DeviceTopic.stored.text(device), correlation.count <= BrokerMessage.maxCorrelationBytes
            else {
                violated("an answer goes to the device")
            }
        }
        var batch = IngestBatch([upload])
        let database = Database()
        do throws(PostgresError) {
            try batch.decode(for: database)
            try batch.store(in: database)
        } catch { violated("the database fails: \(error)") }
        for (_, outcome) in batch.answers {
            guard let answer = outcome.message else { continue }
            if answer.count > UploadResult.maxByteCount || UploadResult(answer) == nil { violated("an answer is one") }
        }
    }
}
