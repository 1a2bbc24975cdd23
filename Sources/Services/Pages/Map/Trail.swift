import Basics
import Languages
public import Location

/// The way of the last hour, in memory that does not grow: a place for every quarter of a minute.
public struct Trail: Sendable {
    private static let span: Duration = .seconds(3600)
    private static let interval: Duration = .seconds(15)
    /// A longer time without a position interrupts the line.
    private static let maxSilence: Duration = .seconds(60)
    private static let size = (width: 300.0, height: 120.0)

    private struct Vertex {
        let time: Timestamp
        let place: Coordinate
    }

    private var vertices: [Vertex] = []
    /// The drawing as of the last new vertex.
    private var latest: LineDrawing?
    private var isLive = false
    /// The way of the hour before the last report; nil unless that is live, and for a machine that has not left its place.
    public var drawing: LineDrawing? { isLive ? latest : nil }

    /// Creates an empty trail.
    public init() {}

    /// Adds the position of a live report, if it is due; after any other there is no drawing.
    public mutating func add(_ report: Report) {
        isLive = report.state == .live
        guard isLive, let time = report.fix?.timestamp, let place = report.fix?.coordinate else {
            return
        }
        if let last = vertices.last, time < last.time { vertices = [] }
        if let last = vertices.last, time - last.time < Self.interval { return }
        vertices.append(Vertex(time: time, place: place))
        vertices.removeAll { time - $0.time > Self.span }
        // Less could be the noise of a receiver.
        latest = LineDrawing(lines, width: Self.size.width, height: Self.size.height).flatMap {
            $0.extent > LineDrawing.minExtent ? $0 : nil
        }
    }

    private var lines: [[Coordinate]] {
        var lines: [[Coordinate]] = []
        for (index, vertex) in vertices.enumerated() {
            if index > 0, vertex.time - vertices[index - 1].time <= Self.maxSilence {
                lines[lines.count - 1].append(vertex.place)
            } else {
                lines.append([vertex.place])
            }
        }
        return lines
    }
}

extension LineDrawing {
    func value(in table: LanguageTable) -> TemplateValue {
        let width = table.number(DistanceText.text(metresPerUnit * 300))
        var values: [String: TemplateValue] = [
            "path": .text(path), "width": .text(width),
            "note": .text(table.text("static.way-width", ["width": width])),
        ]
        if let end = ends.last { values.merge(["x": .text(end.x), "y": .text(end.y)]) { $1 } }
        return .object(values)
    }
}
