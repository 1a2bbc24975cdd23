import Basics
import Linux
import Location

/// The cities of the world that Debian's libgeonames has, as `whereismy-geonames` prints them.
struct CityTable {
    private static let program = "whereismy-geonames"
    /// More than the path of a file and a few numbers take.
    private static let maxVersionLength = 4096

    /// Why they cannot be had.
    struct LoadError: Error, CustomStringConvertible {
        /// One line: what was tried and what would work.
        let description: String
    }

    /// The directory of this program; the other one is beside it or where packages keep what only programs start.
    let directory: String?

    /// The cities.
    ///
    /// - Returns: what it printed, to be read from the beginning.
    /// - Throws: ``LoadError``, or `SystemError`.
    func open() throws -> FileDescriptor { try run([]) }

    /// What tells them from those of another version of the library, on a line; nil where that cannot be found out.
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
                throw LoadError(description: "\(path): it failed: import a table of your own, see --help")
            }
            return output
        }
        throw LoadError(description: "no \(Self.program) beside this program: import a table of your own, see --help")
    }
}
