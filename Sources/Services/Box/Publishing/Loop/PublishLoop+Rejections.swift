import Basics
import Configuration
import Cryptography
import Delivery
import Linux
import Location
import PublishState
import Systemd

extension PublishLoop {
    /// Stores a rejected fix or transition, and names its file in the journal.
    ///
    /// Returns a failure if it could not be stored, so that it is sent again.
    mutating func setAside(
        _ message: DeliveryMessage, because reason: String, of index: Int, at moment: Moment
    ) -> DeliveryOutcome {
        guard let event = message.event else {
            return store(message.points, because: reason, of: index, at: moment) ?? .rejected(reason)
        }
        let content = channels[index].encoder.content(of: event) ?? []
        return store(content, time: event.moment, because: "\(reason) to a transition", of: index)
            ?? .rejected(reason)
    }

    /// Sets aside the fixes of a message that a collector has refused, with the reasons by their indices.
    ///
    /// Returns a rejection of a message with one fix, and a failure if the answer does not fit the message.
    mutating func settle(
        _ message: DeliveryMessage, stored: Int, refused: [Int: String], of index: Int, at moment: Moment
    ) -> DeliveryOutcome {
        guard stored + refused.count == message.itemCount, refused.keys.allSatisfy({ $0 < message.itemCount }) else {
            let text = "answered for \(stored + refused.count) of \(message.itemCount) fixes"
            return .failed("\(channels[index].settings.to.description) \(text)", retryAfter: nil)
        }
        guard let reason = refused.min(by: { $0.key < $1.key })?.value else { return .accepted }
        guard message.points.count > 1 else { return .rejected(reason) }
        let points = refused.keys.sorted().map { message.points[$0] }
        return store(points, because: reason, of: index, at: moment) ?? .accepted
    }

    /// Stores fixes in one file; returns a failure if that is not possible, so that they are sent again.
    private mutating func store(
        _ points: [TrackPoint], because reason: String, of index: Int, at moment: Moment
    ) -> DeliveryOutcome? {
        let content = channels[index].encoder.text(of: points, sent: moment.wallClock)
        let noun = points.count > 1 ? "\(points.count) fixes" : "a fix"
        return store(
            content, time: points.first?.timestamp ?? moment.wallClock, count: max(1, points.count),
            because: "\(reason) to \(noun)", of: index)
    }

    private mutating func store(
        _ content: [UInt8], time: Timestamp, count: Int = 1, because reason: String, of index: Int
    ) -> DeliveryOutcome? {
        let channel = channels[index]
        do throws(SystemError) {
            let file = try RejectedFixes(path: paths.rejected(of: channel.settings.name)).store(content, time: time)
            channels[index].rejected += count
            log(.warning, "\(channel.subject): \(reason), which \(count > 1 ? "are" : "is") set aside in \(file)")
            return nil
        } catch {
            return .failed("\(reason), which cannot be set aside: \(error)", retryAfter: nil)
        }
    }
}

/// The directory of messages that a destination has rejected, one file each.
struct RejectedFixes {
    private let path: String

    init(path: String) { self.path = path }

    /// Stores a message durably; returns the path of the file.
    ///
    /// The time of the fix names the file, with a hash for fixes of several devices.
    func store(_ content: [UInt8], time: Timestamp) throws(SystemError) -> String {
        try Directory.create(path, mode: 0o750)
        let hash = Hexadecimal.encode(SHA256.hash(content)).prefix(8)
        let file = "\(path)/\(time.milliseconds)-\(hash).json"
        try AtomicFile.replace(file, with: content + [UInt8(ascii: "\n")], mode: 0o640, durable: true)
        return file
    }
}
