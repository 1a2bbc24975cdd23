import JSON

/// Parses points in JSON: our own, the locations of OwnTracks Recorder's API, the points of Dawarich's, and those of
/// other programs, see ``PointMember``.
///
/// A point is an object of a list, or a text of its own, as in JSON lines. A list is the root, or a member of its object.
/// The position may be in an object of the point (`coords`, `attributes`, `fix`).
struct PointListParser: JSONTrackParser {
    private enum Container: Equatable {
        /// The object of a text, an object in it that may have lists, and an object of a list.
        case root, wrapper, point
        /// An object whose members are those of the point.
        case part
        /// A list whose objects are points; in others they may be something else.
        case list(isCertain: Bool)
        case other
    }

    var track = ParsedTrack()

    private let device: String
    private var containers: [Container] = []
    private var member: PointMember?
    private var root: PointMembers
    private var point: PointMembers
    private var (rootLine, line) = (1, 1)
    private var hasList = false
    private var inPoint = false
    /// The texts without a position, as reports without a fix: something else unless other texts have points.
    private var emptyTexts = (count: 0, firstLine: 1)

    /// - Parameter device: the receiver of points that name none.
    init(device: String) {
        self.device = device
        root = PointMembers(device: device)
        point = root
    }

    mutating func handle(_ token: JSONToken, text: Span<UInt8>, line: Int) {
        switch token {
        case .key:
            member = PointMember.table.key(text)
        case .objectStart: open(line)
        case .arrayStart: openList()
        case .objectEnd, .arrayEnd: close()
        case .string, .number: if let member { set(member) { $0.set($1, to: text) } }
        case .yes, .no: if let member { set(member) { $0.set($1, to: token == .yes) } }
        case .null: break
        }
        if token != .key { member = nil }
    }

    mutating func finish(isComplete: Bool, line: Int) {
        if isComplete, track.count == 0, track.skipped.isEmpty {
            track.fail(TrackError(line: 1, TrackFormat.unknownFormat))
        } else {
            for _ in 0..<emptyTexts.count { track.skip(.noPosition, line: emptyTexts.firstLine) }
        }
    }

    /// Sets a member of the point or of the root.
    private mutating func set(_ member: PointMember, _ body: (inout PointMembers, PointMember) -> Void) {
        switch containers.last {
        case .root: body(&root, member)
        case .point: body(&point, member)
        case .part: if inPoint { body(&point, member) } else { body(&root, member) }
        default: break
        }
    }

    /// Our reports have an object with the number of satellites.
    private var isPart: Bool {
        [.part, .partOrList, .column(.satellitesUsed)].contains(member?.kind)
    }

    private var isList: Bool { [.list, .samples, .partOrList].contains(member?.kind) }

    private mutating func openList() {
        // What has samples in place of a position is none, as an item of Arc's timeline.
        let isItem = containers.last == .point && member?.kind == .samples && !point.hasPosition && !point.hasTime
        if isItem { (containers[containers.count - 1], inPoint) = (.other, false) }
        containers.append(isItem ? .list(isCertain: true) : list)
    }

    private var list: Container {
        switch containers.last {
        case nil: .list(isCertain: true)
        case .list(let isCertain): .list(isCertain: isCertain)
        case .root, .wrapper: .list(isCertain: isList)
        case .part where !inPoint: .list(isCertain: isList)
        default: .other
        }
    }

    private mutating func open(_ line: Int) {
        switch containers.last {
        case nil:
            (root, rootLine, hasList) = (PointMembers(device: device), line, false)
            containers.append(.root)
        case .list:
            (point, self.line, inPoint) = (PointMembers(device: device), line, true)
            containers.append(.point)
        case .root, .wrapper: containers.append(isPart ? .part : .wrapper)
        case .point, .part: containers.append(isPart ? .part : .other)
        case .other: containers.append(.other)
        }
    }

    private mutating func close() {
        switch containers.popLast() {
        case .point:
            inPoint = false
            let isKnown = point.hasPosition || point.hasTime || containers.last == .list(isCertain: true)
            guard isKnown else { break }
            hasList = true
            point.finish(line: line, into: &track)
        case .root where root.hasPosition || root.isOther: root.finish(line: rootLine, into: &track)
        case .root where !hasList:
            if emptyTexts.count == 0 { emptyTexts.firstLine = rootLine }
            emptyTexts.count += 1
        default: break
        }
    }
}
