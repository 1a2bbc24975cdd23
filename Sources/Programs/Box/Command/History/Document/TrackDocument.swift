import Basics
import Location
import Pages
import Tracks

/// Collects a track for a document with its line, charts and figures, in memory that does not grow with its length, and
/// writes the document at the end.
struct TrackDocument: TrackEncoder {
    enum Kind {
        case html
        case svg
    }

    private let kind: Kind
    /// False for a simplified line, which lacks what the figures and the charts need.
    private let hasFigures: Bool
    private let style: DisplayStyle
    private let time: @Sendable (Timestamp) -> String
    private var line = DocumentLine()
    private var bins = ChartBins()
    private var altitudes = PlausibleAltitudes()
    private var statistics: [(device: String, statistics: PointStatistics)] = []
    private var first: TrackPoint?
    private var last: TrackPoint?

    /// Creates a document; `hasFigures` is false for points of a simplified line.
    init(_ kind: Kind, hasFigures: Bool, style: DisplayStyle, time: @escaping @Sendable (Timestamp) -> String) {
        self.kind = kind
        self.hasFigures = hasFigures
        self.style = style
        self.time = time
    }

    func begin(into bytes: inout [UInt8]) {}

    mutating func add(_ point: TrackPoint, into bytes: inout [UInt8]) {
        if statistics.last?.device != point.fix.device {
            gap(into: &bytes)
            statistics.append((point.fix.device, PointStatistics()))
        }
        line.add(point.coordinate)
        bins.add(altitudes.filtered(point))
        statistics[statistics.count - 1].statistics.add(point)
        if first.map({ point.timestamp < $0.timestamp }) ?? true { first = point }
        if last.map({ point.timestamp >= $0.timestamp }) ?? true { last = point }
    }

    mutating func gap(into bytes: inout [UInt8]) {
        line.breakLine()
        bins.breakLine()
    }

    mutating func end(into bytes: inout [UInt8]) {
        let text = kind == .html ? DocumentPage(content).html : DocumentPicture(content).svg
        bytes.append(contentsOf: text.utf8)
    }

    private var content: DocumentContent {
        var content = DocumentContent()
        guard let first, let last else { return content }
        content.title = "Track, \(time(first.timestamp)) to \(time(last.timestamp))"
        content.drawing = line.drawing(width: DocumentContent.width, height: DocumentContent.lineHeight)
        content.scale = content.drawing.map { drawing in
            let metres = drawing.metresPerUnit * DocumentContent.width
            return "North is up; the picture is \(DistanceText.text(metres, style.units)) wide."
        }
        content.links = [("Start", first), ("End", last)].compactMap { name, point in
            MapLink.url(.openstreetmap, for: point.fix).map { ("\(name) on OpenStreetMap", $0) }
        }
        guard hasFigures else { return content }
        let times = [time(first.timestamp), time(last.timestamp)]
        content.charts = [
            bins.chart("Speed", times: times, from: 0, value: \.speed) { SpeedText.text($0, style.units) },
            bins.chart("Altitude", times: times, from: bins.lowestAltitude, value: \.altitude) {
                DistanceText.altitude($0, style.units)
            },
        ].compactMap { $0 }
        let text = StatisticsText(style)
        content.tables = statistics.map { device, statistics in
            (PrintableText.sanitized(device), text.rows(statistics.finish()))
        }
        return content
    }
}

struct DocumentContent {
    /// The width of pictures, and the heights of the line and of a chart, in units of SVG.
    static let width = 800.0
    static let lineHeight = 500.0
    static let chartHeight = 160.0

    var title = "Track without fixes"
    var drawing: LineDrawing?
    var scale: String?
    var links: [(name: String, url: String)] = []
    var charts: [DocumentChart] = []
    /// The figures by receiver.
    var tables: [(device: String, rows: [(name: String, text: String)])] = []
}

/// The line of a document, simplified where it has too many places.
private struct DocumentLine {
    /// The places from which the line is simplified, which bounds the memory.
    private static let limit = 16_384

    private var lines: [[Coordinate]] = []
    private var count = 0
    private var tolerance = 0.5
    private var isOpen = false

    mutating func breakLine() { isOpen = false }

    mutating func add(_ place: Coordinate) {
        if isOpen { lines[lines.count - 1].append(place) } else { lines.append([place]) }
        isOpen = true
        count += 1
        while count > Self.limit {
            tolerance *= 2
            simplify(tolerance)
        }
    }

    private mutating func simplify(_ tolerance: Double) {
        let simplifier = LineSimplifier(tolerance: tolerance)
        // Of many lines of a place or two, those that a picture cannot show apart are left out.
        if lines.count > Self.limit / 4 {
            lines = lines.enumerated().compactMap { index, line in
                line.count > 2 || index % 2 == 0 || index == lines.count - 1 ? line : nil
            }
        }
        lines = lines.map { line in simplifier.retainedIndices(of: line).map { line[$0] } }
        count = lines.reduce(0) { $0 + $1.count }
    }

    func drawing(width: Double, height: Double) -> LineDrawing? {
        guard let drawing = LineDrawing(lines, width: width, height: height) else { return nil }
        var rest = self
        rest.simplify(drawing.metresPerUnit / 3)
        return LineDrawing(rest.lines, width: width, height: height)
    }
}
