import Basics
import JSON

/// Parses the `.rec` files of OwnTracks Recorder.
///
/// A line has the time of receipt, the topic and the JSON message, separated by tabs (recorder, `storage.c`,
/// `RECFORMAT`). A message with `"_type":"location"` is a point at the time of its `tst`.
struct OwnTracksParser: LineParser {
    let device: String

    mutating func parse(_ line: Span<UInt8>, number: Int, into track: inout ParsedTrack) {
        guard !line.trimmedRange.isEmpty else { return }
        guard let first = line.firstIndex(of: 0x09, from: 0), let second = line.firstIndex(of: 0x09, from: first + 1)
        else { return track.skip(.unreadable, line: number) }
        do throws(TrackError) {
            let message = try OwnTracksMessage(line.extracting((second + 1)..<line.count), device: device)
            message.finish(line: number, into: &track)
        } catch {
            track.skip(.unreadable, line: number)
        }
    }
}

/// A message (OwnTracks booklet, `tech/json.md`), whose members are those of a ``PointMember``.
struct OwnTracksMessage: JSONTokenHandler {
    private var depth = 0
    private var member: PointMember?
    private var members: PointMembers
    /// True for a position: other subjects may have one too.
    private var isLocation = false
    /// True once an object has begun.
    private(set) var isObject = false

    /// Parses a message of a receiver; `isFixed` is true if the device is its own whatever the message names.
    ///
    /// - Throws: ``TrackError`` for what is no JSON.
    init(_ text: Span<UInt8>, device: String, isFixed: Bool = false) throws(TrackError) {
        members = PointMembers(device: device, isFixed: isFixed)
        var scanner = JSONScanner()
        try scanner.feed(text, into: &self)
        try scanner.finish(into: &self)
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .objectStart, .arrayStart:
            depth += 1
            isObject = isObject || token == .objectStart
        case .objectEnd, .arrayEnd: depth -= 1
        case .key: member = depth == 1 ? PointMember.table.key(text) : nil
        // Some devices write numbers as strings.
        case .number where depth == 1, .string where depth == 1:
            if let member { members.set(member, to: text) }
            isLocation = isLocation || member?.kind == .type && text.equals("location")
        default: break
        }
        if token != .key { member = nil }
    }

    func finish(line: Int, into track: inout ParsedTrack) {
        if isLocation { members.finish(line: line, into: &track) } else { track.skip(.notTrack, line: line) }
    }
}
