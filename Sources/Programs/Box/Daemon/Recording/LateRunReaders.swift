import JSON
import Linux

/// The programs that read the late runs: each destination of `whereismy-publish` has a file `NAME.json` with the
/// number of the last run that it has read.
///
/// The files belong to another user, so anything may be in them.
struct LateRunReaders: Sendable {
    /// Far more files than destinations; with more of them nothing is removed.
    static let maxCount = 1000
    /// The maximum length of a file in bytes.
    static let maxSize = 65_536

    /// The directory of the files; it may be missing.
    let directory: String

    /// The part of a file that matters here.
    private struct Cursor: Decodable {
        /// The number of the last run that was read.
        let late: Int64
        /// The identity of the history; nil if unknown.
        let history: String?
    }

    /// Returns the number of the last run that all of them have read; nil if there are none, or if that is unknown.
    ///
    /// A file that is no such JSON is ignored. One of another history counts from the start.
    func lowest(of identity: String?) -> Int64? {
        do throws(SystemError) {
            let handle = try DirectoryHandle("\(directory)/.")
            let names = try handle.names(atMost: Self.maxCount + 1)
            guard names.count <= Self.maxCount else { return nil }
            var lowest: Int64?
            for name in names where name.hasSuffix(".json") {
                guard let number = try number(in: name, of: handle, identity) else { continue }
                lowest = min(lowest ?? number, number)
            }
            return lowest
        } catch {
            // What cannot be read may be the file of the slowest one.
            return nil
        }
    }

    private func number(
        in name: String, of handle: borrowing DirectoryHandle, _ identity: String?
    ) throws(SystemError) -> Int64? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try handle.contents(of: name, limit: Self.maxSize)
        } catch {
            // A long list of spans is that of a slow reader.
            if error.isFileTooLarge { return 0 }
            guard error.isNotFound || error.isNotRegularFile else { throw error }
            return nil
        }
        guard let cursor = try? SafeJSON.decode(Cursor.self, from: bytes), cursor.late >= 0 else { return nil }
        return cursor.history.map { $0 == identity } ?? true ? cursor.late : 0
    }
}
