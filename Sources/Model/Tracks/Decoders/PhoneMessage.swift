/// The messages in which phones report their positions: one JSON object each.
public enum PhoneMessage: Hashable, Sendable {
    /// A message of OwnTracks (its booklet, `tech/json.md`): one position, or another subject, which has none.
    case ownTracks
    /// A batch of Overland: `{"locations":[…]}` with features of GeoJSON.
    case overland

    /// Decodes a message into points of a device, regardless of its own name; with an error if it is not JSON.
    public func decode(_ bytes: [UInt8], device: String) -> ParsedTrack {
        var track = ParsedTrack()
        switch self {
        case .ownTracks: Self.readOwnTracks(bytes, device, into: &track)
        case .overland:
            let decoder = JSONTrackDecoder(GeoJSONParser(device: device, isFixed: true))
            decoder.feed(bytes.span, into: &track)
            decoder.finish(into: &track)
        }
        return track
    }

    private static func readOwnTracks(_ bytes: [UInt8], _ device: String, into track: inout ParsedTrack) {
        do throws(TrackError) {
            let message = try OwnTracksMessage(bytes.span, device: device, isFixed: true)
            guard message.isObject else { throw TrackError(line: 1, "no JSON object found") }
            message.finish(line: 1, into: &track)
        } catch {
            track.fail(error)
        }
    }
}
