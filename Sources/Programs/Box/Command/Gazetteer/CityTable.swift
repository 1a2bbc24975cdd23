import Basics
import Linux

/// The cities in libgeonames, as printed by `whereismy-geonames`.
struct CityTable {
    private static let program = "whereismy-geonames"
    /// More bytes than a file path and a few numbers need.
    private static let maxVersionLength = 4096
    /// The program has idle priority in the unit, so that a busy machine may not run it for minutes; the unit waits longer.
    private static let timeout = Duration.seconds(25 * 60)
    /// The exit code of the program on a system without libgeonames.
    private static let unavailable = ProcessExitStatus.exited(69)

    struct LoadError: Error, CustomStringConvertible {
        /// One line: the attempt and the fix.
        let description: String
        var isLibraryMissing = false

        /// Many systems do not have the library.
        static let missingLibrary = LoadError(
            description: "libgeonames is not on this system; fix: whereismy gazetteer import FILE, with a dump of "
                + "GeoNames such as cities500.txt from https://download.geonames.org/export/dump/, or on Debian sudo apt "
                + "install libgeonames0",
            isLibraryMissing: true)
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
            let status = child.wait(atMost: Self.timeout)
            guard status != Self.unavailable else { throw LoadError.missingLibrary }
            guard status == .exited(0) else {
                throw LoadError(description: "\(path) failed; fix: import your own table, see --help")
            }
            return output
        }
        throw LoadError(description: "no \(Self.program) next to this program; fix: import your own table, see --help")
    }
}
