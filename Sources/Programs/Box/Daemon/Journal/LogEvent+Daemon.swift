import Basics
import Location
import Systemd

extension LogEvent {
    /// A change of the state or its reason.
    static func state(_ state: TrackingState) -> LogEvent {
        LogEvent(messageID: "552afe810757406a9599a7f67f2fd444", fields: ["WHEREISMY_STATE": state.rawValue])
    }

    static func place(_ event: PlaceEvent) -> LogEvent {
        LogEvent(
            messageID: "eb3ccc1ceec949d0a2beb7234733a64b",
            fields: [
                "WHEREISMY_EVENT": event.kind.rawValue,
                "WHEREISMY_PLACE": PrintableText.sanitized(event.place),
            ])
    }

    /// A known receiver fault; nil for none.
    static func receiverFault(_ fault: ReceiverFault?) -> LogEvent? {
        fault.map {
            LogEvent(messageID: "36426ea6367843dda771d89d586ace76", fields: ["WHEREISMY_DEVICE": $0.device])
        }
    }
}
