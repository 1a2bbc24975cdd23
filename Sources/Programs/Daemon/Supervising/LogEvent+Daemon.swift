import Basics
import Location
import Systemd

extension LogEvent {
    /// What is so now: the state has changed, or its reason.
    static func state(_ state: TrackingState) -> LogEvent {
        LogEvent(messageID: "552afe810757406a9599a7f67f2fd444", fields: ["WHEREISMY_STATE": state.rawValue])
    }

    /// Something has happened at a place.
    static func place(_ occurrence: PlaceEvent) -> LogEvent {
        LogEvent(
            messageID: "eb3ccc1ceec949d0a2beb7234733a64b",
            fields: [
                "WHEREISMY_EVENT": occurrence.kind.rawValue,
                "WHEREISMY_PLACE": PrintableText.sanitized(occurrence.place),
            ])
    }

    /// A receiver has a known fault; nil where it has none.
    static func receiverFault(_ fault: ReceiverFault?) -> LogEvent? {
        fault.map {
            LogEvent(messageID: "36426ea6367843dda771d89d586ace76", fields: ["WHEREISMY_DEVICE": $0.device])
        }
    }
}
