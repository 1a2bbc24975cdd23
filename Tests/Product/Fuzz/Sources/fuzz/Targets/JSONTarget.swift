import API
import APIClient
import Access
import Basics
import JSON
import Location
import Places
import PlacesFiles
import Tracking
import Webhooks
import Wire

/// Decodes the input with every JSON decoder of files and sockets, and decodes what it encodes from that.
struct JSONTarget: FuzzTarget {
    func run(_ input: [UInt8]) {
        decodeReports(input)
        decodeAccess(input)
        decodePlaces(input)
        decodeStateFiles(input)
        _ = try? SafeJSON.decode(StatusDocument.self, from: input)
        for object in LenientJSON(input).objects where LenientJSON(object).objects != [object] {
            violated("an object that was mended needs no mending")
        }
    }

    private func decodeReports(_ input: [UInt8]) {
        if let report = try? ReportJSON.decode(input) {
            expect("a report") { _ = try ReportJSON.decode(ReportJSON.encode(report)) }
        }
        if let record = try? EpochJSON.decode(input) {
            expect("an epoch") { _ = try EpochJSON.decode(EpochJSON.encode(record)) }
        }
        if let event = try? PlaceEventJSON.decode(input) {
            expect("a place event") { _ = try PlaceEventJSON.decode(PlaceEventJSON.encode(event)) }
        }
        if let entry = try? QueueEntry(decoding: input) {
            expect("an entry of the queue") { _ = try QueueEntry(decoding: entry.bytes) }
        }
    }

    private func decodeAccess(_ input: [UInt8]) {
        if let store = try? AccessStore(decoding: input) {
            expect("access.json") { _ = try AccessStore(decoding: store.encoded()) }
            var pruned = store
            _ = pruned.prune(at: Timestamp(milliseconds: 1_800_000_000_000))
        }
        _ = try? TokenCredential(decoding: input, store: AccessStore())
    }

    private func decodePlaces(_ input: [UInt8]) {
        for radius in [nil, 100] as [Double?] {
            guard let parsed = try? PlacesGeoJSON.decode(input, defaultRadius: radius) else { continue }
            for issue in parsed.issues { _ = issue.description }
            expect("places") {
                let again = try PlacesGeoJSON.decode(PlacesGeoJSON.encode(parsed.places))
                if again.places.count != parsed.places.count { violated("places are read as they were written") }
            }
        }
        _ = try? PlacesGeoJSON.polygon(input)
        if let waypoints = try? OwnTracksWaypoints.decode(input) {
            let written = OwnTracksWaypoints.encode(waypoints.places).file
            expect("waypoints") { _ = try OwnTracksWaypoints.decode(written) }
        }
    }

    private func decodeStateFiles(_ input: [UInt8]) {
        if let learned = try? LearnedReceiversJSON.decode(input) {
            expect("receivers.json") { _ = try LearnedReceiversJSON.decode(LearnedReceiversJSON.encode(learned)) }
        }
        if let watch = try? AnchorWatchJSON.decode(input) {
            expect("anchor.json") { _ = try AnchorWatchJSON.decode(AnchorWatchJSON.encode(watch)) }
        }
        if let states = try? PlaceStatesJSON.decode(input) {
            expect("the states of places") { _ = try PlaceStatesJSON.decode(PlaceStatesJSON.encode(states)) }
        }
    }

    /// The daemon has to read what it writes.
    private func expect(_ name: String, _ body: () throws -> Void) {
        do { try body() } catch { violated("\(name) can be read after it was written: \(error)") }
    }
}
