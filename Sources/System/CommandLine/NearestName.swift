extension Sequence<String> {
    /// The nearest name to a mistyped one; nil when none is near.
    ///
    /// A name is near when it begins with the text, or when at most a third of it has to change by the optimal string
    /// alignment distance: insert, delete, replace, swap neighbours.
    public func nearest(to text: String) -> String? {
        // Too long for a mistyped name; the time grows with the square.
        guard text.utf8.count <= 64 else { return nil }
        let candidates = map { (name: $0, distance: $0.hasPrefix(text) && !text.isEmpty ? 0 : $0.distance(to: text)) }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= Swift.max(1, Swift.max(best.name.count, text.count) / 3) ? best.name : nil
    }

    /// The end of a message about an unknown name: the nearest name, else all names.
    public func hint(for text: String) -> String {
        if let nearest = nearest(to: text) { return "did you mean \(nearest)?" }
        return "known are \(sorted().joined(separator: ", "))"
    }
}

extension String {
    /// The optimal string alignment distance.
    fileprivate func distance(to other: String) -> Int {
        let left = Array(unicodeScalars)
        let right = Array(other.unicodeScalars)
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = Swift.min(replaced, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = Swift.min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
