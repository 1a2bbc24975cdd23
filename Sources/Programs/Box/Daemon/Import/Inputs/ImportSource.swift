import Basics
import Location

enum ImportSource {
    /// A file; `-` is standard input.
    case file(String)
    /// A file that gpsbabel reads, and its format for it.
    case converted(String, format: String)
    /// The points of a service.
    case remote(RemoteRequest)

    /// The name of standard input on the command line.
    static let standardInput = "-"

    /// The name in messages; an address that is given as a file has no user and password in it.
    var name: String {
        switch self {
        case .file(let path), .converted(let path, _): DevicePath.withoutCredentials(path)
        case .remote(let request): request.name
        }
    }

    /// Opens it.
    ///
    /// - Throws: ``SystemError`` or ``TrackInputError``.
    func open() throws -> any TrackInput {
        switch self {
        case .file(let path): try FileInput(path)
        case .converted(let path, let format): try ProgramInput.gpsbabel(path, format: format)
        case .remote(let request): RemoteInput(request)
        }
    }

    /// The device of points whose file names none: one for all files, so that days from several files are one track.
    private static let device = "import"

    /// Returns the device of points for which the source names none.
    ///
    /// - Parameter known: the devices in the history. Version 0.1.0 made each file its own device, which is
    ///   continued, so that importing the file again stores nothing twice.
    /// - Returns: the name of the device.
    func device(known: [String]) -> String {
        if case .remote(let request) = self, let device = request.device { return device }
        let file = name == Self.standardInput ? "stdin" : name.split(separator: "/").last ?? "/"
        let own = PrintableText.sanitized("\(Self.device):" + file, limit: PrintableText.maxDeviceLength)
        return known.contains(own) ? own : Self.device
    }
}
