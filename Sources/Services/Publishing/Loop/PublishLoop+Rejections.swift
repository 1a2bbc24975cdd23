import Basics
import Configuration
import Delivery
import Linux
import Location
import PublishState
import Systemd

extension PublishLoop {
    /// Stores a rejected fix or transition, and names its file in the journal.
    ///
    /// - Returns: The outcome: a failure if it could not be stored, so that it is sent again.
    mutating func setAside(
        _ message: DeliveryMessage, because reason: String, of index: Int, at moment: Moment
    ) -> DeliveryOutcome {
        let channel = channels[index]
        let kind = message.event == nil ? "fix" : "transition"
        let time = message.event?.moment ?? message.points.first?.timestamp ?? moment.wallClock
        let content =
            message.event.map { channel.encoder.content(of: $0) ?? [] }
            ?? channel.encoder.text(of: message.points, sent: moment.wallClock)
        do throws(SystemError) {
            let file = try RejectedFixes(path: paths.rejected(of: channel.settings.name)).store(content, time: time)
            channels[index].rejected += 1
            log(.warning, "\(channel.subject): \(reason) to a \(kind), which is set aside in \(file)")
            return .rejected(reason)
        } catch {
            return .failed("\(reason) to a \(kind), which cannot be set aside: \(error)", retryAfter: nil)
        }
    }

    /// Sets aside what a collector has refused of a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - stored: The number of its fixes that the collector has.
    ///   - refused: The reasons by the index of the fix.
    ///   - index: The channel.
    ///   - moment: The time.
    /// - Returns: The outcome: a rejection of a message with one fix, and a failure if the answer does not fit.
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

    /// Stores refused fixes in one file; returns a failure if that is not possible, so that they are sent again.
    private mutating func store(
        _ points: [TrackPoint], because reason: String, of index: Int, at moment: Moment
    ) -> DeliveryOutcome? {
        let channel = channels[index]
        let content = channel.encoder.text(of: points, sent: moment.wallClock)
        let time = points.first?.timestamp ?? moment.wallClock
        do throws(SystemError) {
            let file = try RejectedFixes(path: paths.rejected(of: channel.settings.name)).store(content, time: time)
            channels[index].rejected += points.count
            log(.warning, "\(channel.subject): \(reason) to \(points.count) fixes, which are set aside in \(file)")
            return nil
        } catch {
            return .failed("\(reason) to fixes, which cannot be set aside: \(error)", retryAfter: nil)
        }
    }
}
