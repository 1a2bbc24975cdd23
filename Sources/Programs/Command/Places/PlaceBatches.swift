import Places
import PlacesFiles

/// Lists of places that each fit into a request.
enum PlaceBatches {
    /// Bytes of a request; the daemon takes 1,048,576 of them on its Unix socket.
    static let maxBytes = 1_000_000

    /// The places in their order, in as few lists as they take.
    static func batches(of places: [Place], maxBytes: Int = maxBytes) -> [[Place]] {
        var portions: [[Place]] = []
        var room = 0
        for place in places {
            let size = PlacesGeoJSON.encode([place]).count
            if size > room {
                portions.append([])
                room = maxBytes
            }
            room -= size
            portions[portions.count - 1].append(place)
        }
        return portions
    }
}
