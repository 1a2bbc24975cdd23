import Linux

/// A source of bytes with tracks: a file, or the output of a program.
protocol TrackInput: AnyObject {
    /// Bytes; nil if unknown, as for a pipe.
    var size: Int? { get }

    /// Returns the next bytes; empty at the end.
    ///
    /// - Throws: ``SystemError`` or ``TrackInputError``; what was returned before is valid.
    func read() throws -> [UInt8]
}

/// The number of bytes that an input returns at most.
let trackInputReadSize = 262_144

/// An input that fails for another reason than a system call.
enum TrackInputError: Error, Hashable, CustomStringConvertible {
    /// A program is not installed.
    case missing(program: String)
    /// A program failed, having said why on standard error.
    case failed(program: String, ProcessExitStatus)
    /// The service answered with something else than a list.
    case unexpectedAnswer

    /// One line: what failed and the fix.
    var description: String {
        switch self {
        case .missing(let program): "\(program) is not installed; fix: sudo apt install \(program)"
        case .failed(let program, .exited(let code)): "\(program) failed with code \(code)"
        case .failed(let program, .killed(let signal)): "\(program) was ended by signal \(signal)"
        case .unexpectedAnswer: "the service did not answer with a list; fix: check the address"
        }
    }
}

/// A track file.
final class FileInput: TrackInput {
    private let path: String
    private let file: FileDescriptor

    /// Opens a file; `-` is standard input.
    ///
    /// - Throws: ``SystemError`` with its path.
    init(_ path: String) throws(SystemError) {
        file = try path == ImportSource.standardInput ? .standardInput() : .open(path)
        self.path = path
    }

    var size: Int? { file.regularSize }

    func read() throws -> [UInt8] {
        do { return try file.read(upTo: trackInputReadSize) } catch {
            throw SystemError("read", path, code: error.code)
        }
    }
}

/// The output of a program that converts a track.
final class ProgramInput: TrackInput {
    private let name: String
    private let program: RunningProgram

    /// Starts a program.
    ///
    /// - Throws: ``SystemError`` or ``TrackInputError/missing(program:)``.
    init(_ name: String, _ arguments: [String], input: [UInt8]? = nil) throws {
        self.name = name
        do {
            program = try RunningProgram(starting: name, arguments, input: input)
        } catch {
            throw error.isNotFound ? TrackInputError.missing(program: name) : error
        }
    }

    var size: Int? { nil }

    func read() throws -> [UInt8] {
        let bytes = try program.read(upTo: trackInputReadSize)
        guard bytes.isEmpty else { return bytes }
        let status = try program.end()
        guard status == .exited(0) else { throw TrackInputError.failed(program: name, status) }
        return []
    }

    /// Starts gpsbabel, which reads a file of one of its formats and writes its tracks as GPX 1.0, which has speeds.
    static func gpsbabel(_ path: String, format: String) throws -> ProgramInput {
        // A path that begins with a hyphen would be taken for an option.
        let file = path.hasPrefix("-") && path != ImportSource.standardInput ? "./" + path : path
        return try ProgramInput("gpsbabel", ["-t", "-i", format, "-f", file, "-o", "gpx", "-F", "-"])
    }
}
