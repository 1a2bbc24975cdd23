import Basics

/// The last confirmations: a broker that is killed loses what it has confirmed shortly before.
struct RecentConfirmations: Sendable {
    /// The time that is sent again.
    let window: Duration
    /// The positions that were confirmed in the window, by uptime.
    ///
    /// At most as many as a receiver has in it at one fix a second: rare fixes of a backlog are sent again by number.
    private var positions: [(position: FixPosition, uptime: Duration)] = []
    /// The late spans that were completed in the window, by uptime.
    private var spans: [(span: LateSpan, uptime: Duration)] = []

    init(window: Duration) {
        self.window = window
    }

    /// The position before the oldest confirmation that may be lost; nil if there is none.
    func oldest(at uptime: Duration) -> FixPosition? {
        positions.first { uptime - $0.uptime <= window }?.position.earlier(by: .milliseconds(1))
    }

    /// Records that the cursor has moved.
    mutating func record(_ position: FixPosition, at uptime: Duration) {
        positions.append((position, uptime))
        if positions.count > max(1, window.components.seconds) { positions.removeFirst() }
    }

    /// Records that a span is complete.
    mutating func record(_ span: LateSpan, at uptime: Duration) {
        spans.append((span, uptime))
        spans.removeAll { uptime - $0.uptime > window }
    }

    /// Returns the ends of the spans that were completed in the window, to be delivered again.
    mutating func takeSpans(at uptime: Duration) -> [LateSpan] {
        defer { spans = [] }
        return spans.filter { uptime - $0.uptime <= window }.map { recent in
            var span = recent.span
            span.delivered = FixPosition(time: span.last, device: "").earlier(by: window)
            return span
        }
    }
}

extension FixPosition {
    /// Before every fix of an earlier moment.
    func earlier(by time: Duration) -> FixPosition {
        FixPosition(time: max(self.time + (.zero - time), Timestamp.storable.lowerBound), device: "")
    }
}
