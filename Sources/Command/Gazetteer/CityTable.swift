import Linux

/// The cities of the world that Debian's libgeonames has, as `whereismy-geonames` prints them.
enum CityTable {
    private static let program = "whereismy-geonames"

    /// Why they cannot be had.
    struct Failure: Error, CustomStringConvertible {
        /// One line: what was tried and what would work.
        let description: String
    }

    /// Runs the program, which is beside this one or where packages keep what only programs start.
    ///
    /// - Returns: what it printed, to be read from the beginning.
    /// - Throws: ``Failure``, or `SystemError`.
    static func open(from directory: String?) throws -> FileDescriptor {
        let directories = directory.map { [$0, "\($0)/../lib/whereismy"] } ?? []
        let table = try FileDescriptor.inMemory(program)
        for path in directories.map({ "\($0)/\(program)" }) {
            let child: ChildProcess
            do throws(SystemError) {
                child = try ChildProcess(path, output: table.pathForChildren)
            } catch {
                guard error.isAbsence else { throw error }
                continue
            }
            guard child.wait(atMost: .seconds(60)) == .exited(0) else {
                throw Failure(description: "\(path): it failed: import a table of your own, see --help")
            }
            return table
        }
        throw Failure(description: "no \(program) beside this program: import a table of your own, see --help")
    }
}
