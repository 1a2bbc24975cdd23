import Basics
import Linux
import Location

/// The cities in Debian's libgeonames, as printed by `whereismy-geonames`.
struct CityTable {
    private static let program = "whereismy-geonames"
    /// More bytes than a file path and a few numbers need.
    private static let maxVersionLength = 4096

    /// The error of failing to read the cities.
    struct LoadError: Error, CustomStringConvertible {
        /// One line: the attempt and the fix.
        let description: String
    }

    /// The directory of this program; the helper is there or in `../lib/whereismy`.
    let directory: String?

    /// Reads the cities.
    ///
    /// - Returns: a file with the output, positioned at its start.
    /// - Throws: ``LoadError``, or `SystemError`.
    func open() throws -> FileDescriptor { try run([]) }

    /// A line that identifies the version of the library's cities; nil if not known.
    var version: String? {
        guard let output = try? run(["--mark"]), let bytes = try? output.read(upTo: Self.maxVersionLength)
        else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        return line.map { PrintableText.sanitized($0) }
    }

    private func run(_ arguments: [String]) throws -> FileDescriptor {
        let directories = directory.map { [$0, "\($0)/../lib/whereismy"] } ?? []
        let output = try FileDescriptor.inMemory(Self.program)
        for path in directories.map({ "\($0)/\(Self.program)" }) {
            let child: ChildProcess
            do throws(SystemError) {
                child = try ChildProcess(path, arguments, output: output.pathForChildren)
            } catch {
                guard error.isNotFound else { throw error }
                continue
            }
            guard child.wait(atMost: .seconds(60)) == .exited(0) else {
                throw LoadError(description: "\(path) failed; fix: import your own table, see --help")
            }
            return output
        }
        throw LoadError(description: "no \(Self.program) next to this program; fix: import your own table, see --help")
    }
}
