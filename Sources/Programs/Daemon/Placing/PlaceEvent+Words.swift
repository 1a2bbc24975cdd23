import Basics
import Location
import Pages

extension PlaceEvent {
    /// Whether somebody should look at once.
    var isAlarm: Bool { kind == .dragging || kind == .lost }

    /// What has happened, in a line of the journal; never where.
    var journalText: String {
        let name = PrintableText.sanitized(place)
        let metres = distance.map { ", \(FixedDecimalText.text($0, decimals: 0)) m from it" } ?? ""
        return switch kind {
        case .enter: "entered \(name)"
        case .leave: "left \(name)"
        case .dragging: "the anchor drags\(metres)"
        case .holding: "back within the swing circle of the anchor\(metres)"
        case .lost: "the anchor watch sees nothing: no current position"
        case .found: "the anchor watch sees again\(metres)"
        }
    }
}
