/// A ring of the newest entries, in the order of their first epoch.
///
/// Consecutive rejections of one device for one reason are merged into a single entry if the reason is among those to
/// merge; fixes of other devices in between do not end the run.
struct VerdictRuns: Sendable {
    /// A run that may still grow.
    private struct Open: Sendable {
        let device: String
        let reason: Rejection.Reason
        /// The number of entries added before it.
        let place: Int
    }

    private let capacity: Int
    private let gathered: [Rejection.Reason]
    private var entries: [VerdictEntry] = []
    private var added = 0
    private var open: [Open] = []

    init(capacity: Int, merging reasons: [Rejection.Reason]) {
        self.capacity = max(1, capacity)
        gathered = reasons
    }

    /// The entries, oldest first.
    var all: [VerdictEntry] {
        let start = added > entries.count ? added % capacity : 0
        return Array(entries[start...] + entries[..<start])
    }

    /// Adds an entry; returns the entry that it evicted.
    mutating func add(_ entry: VerdictEntry) -> VerdictEntry? {
        guard let reason = entry.verdict.rejection?.reason, gathered.contains(reason) else {
            close(entry.device)
            return append(entry)
        }
        if let run = open.first(where: { $0.device == entry.device }), run.reason == reason, isRetained(run.place) {
            entries[run.place % capacity].add(entry)
            return nil
        }
        close(entry.device)
        if open.count >= ReceiverStates.maxCount { open.removeAll(keepingCapacity: true) }
        open.append(Open(device: entry.device, reason: reason, place: added))
        return append(entry)
    }

    /// Ends the run of a device.
    mutating func close(_ device: String) {
        guard !open.isEmpty else { return }
        open.removeAll { $0.device == device }
    }

    /// Reverts the rejection of a number of the latest jumps of a device; returns the number found.
    mutating func reinstate(_ count: Int, of device: String) -> Int {
        var found = 0
        for place in (added - entries.count..<added).reversed() where found < count {
            let entry = entries[place % capacity]
            guard entry.device == device, entry.verdict.rejection?.reason == .implausibleJump else { continue }
            guard !entry.isReinstated else { break }
            entries[place % capacity].isReinstated = true
            found += 1
        }
        return found
    }

    private func isRetained(_ place: Int) -> Bool { place >= added - entries.count }

    private mutating func append(_ entry: VerdictEntry) -> VerdictEntry? {
        defer { added += 1 }
        guard entries.count == capacity else {
            entries.append(entry)
            return nil
        }
        let oldest = entries[added % capacity]
        entries[added % capacity] = entry
        return oldest
    }
}
