import Linux
import SQLite

extension GazetteerStore {
    /// Brings a source in, piece by piece of its file, and puts it in the place of one of the same name.
    ///
    /// Memory does not grow with the file. Whoever reads meanwhile sees the old source until the new one is complete;
    /// where something fails, the old one stays.
    ///
    /// - Parameters:
    ///   - wish: what is brought in.
    ///   - next: the next piece of the file; an empty one is its end.
    ///   - progress: told after each piece how many places have been read.
    /// - Returns: what became of the lines.
    /// - Throws: ``GazetteerError``, ``GazetteerImportError``, and what the closures throw.
    public func importSource(
        _ wish: GazetteerImportRequest, next: () throws -> [UInt8], progress: (Int64) throws -> Void = { _ in }
    ) throws -> ImportSummary {
        let lock = try self.lockImports()
        defer { invalidateSources() }
        let summary = try mapErrors {
            var piece = try Self.beginning(next)
            var reader = try TableReader(wish, beginning: piece)
            let writer = try SourceWriter(
                connection, name: wish.name, format: reader.format, file: wish.file, at: wish.moment)
            do {
                while !piece.isEmpty {
                    try reader.feed(piece) { try writer.add($0) }
                    try progress(reader.summary.rows)
                    piece = try next()
                }
                try reader.finish { try writer.add($0) }
                let summary = reader.summary
                guard summary.rows > 0 else { throw GazetteerImportError.empty(first: summary.issues.first?.description) }
                try writer.finish(skipped: summary.skipped, name: wish.name)
                return summary
            } catch {
                writer.cancel()
                throw error
            }
        }
        _ = consume lock
        return summary
    }

    /// The first pieces, up to the end of a line at least.
    private static func beginning(_ next: () throws -> [UInt8]) throws -> [UInt8] {
        var beginning = try next()
        while !beginning.contains(0x0A), beginning.count < 1 << 17 {
            let piece = try next()
            guard !piece.isEmpty else { break }
            beginning += piece
        }
        return beginning
    }
}
