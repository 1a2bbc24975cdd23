import Basics
import Delivery
import FleetProtocol

/// A transport of messages to a consumer.
protocol Transport: AnyObject {
    /// The descriptor that is readable while events wait; nil if the loop waits for the transport by other means.
    var descriptor: Int32? { get }

    /// Starts to open a connection, which ends in an event.
    func connect(at moment: Moment)

    /// Sends a message, whose answer is an event.
    ///
    /// - Throws: An error with a reason; the message was not sent.
    func send(_ content: [UInt8], id: UInt64, as kind: MessageKind) throws

    /// Returns what happened, without waiting.
    func events() -> [TransportEvent]

    /// Records whether the daemon can be reached.
    func setAvailable(_ isAvailable: Bool)

    /// Records the status of the device, for a fleet; returns the time until the next one is wanted.
    func setStatus(_ status: DeviceStatus) -> Duration

    /// True if answers may wait to be read.
    var isUnhurried: Bool { get set }

    /// Ends all work, within a few seconds.
    func close()
}

extension Transport {
    func setStatus(_ status: DeviceStatus) -> Duration { StatusSchedule.maxPause }
}

/// The kind of a message, which decides where it goes.
enum MessageKind: Hashable, Sendable {
    /// The newest report, which a broker keeps.
    case live
    /// Fixes of the history.
    case fixes
    /// An event at a place.
    case event

    init(_ message: DeliveryMessage) { self = message.isLive ? .live : message.event == nil ? .fixes : .event }
}

/// An event of a transport.
enum TransportEvent: Hashable, Sendable {
    /// The connection is open; the number of messages that may be unconfirmed.
    case connected(allowance: Int)
    /// The connection was lost or refused; true if only a change of the configuration helps.
    case disconnected(String, isLasting: Bool)
    /// A message was answered.
    case answered(UInt64, DeliveryOutcome)
    /// The consumer has restarted and wants the newest report.
    case wantsReport
}
