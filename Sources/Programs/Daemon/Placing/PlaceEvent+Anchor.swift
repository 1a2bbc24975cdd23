import Location
import Places

extension PlaceEvent.Kind {
    /// What an anchor watch has found out.
    init(_ kind: AnchorEvent.Kind) {
        self =
            switch kind {
            case .dragging: .dragging
            case .holding: .holding
            case .lost: .lost
            case .found: .found
            }
    }
}
