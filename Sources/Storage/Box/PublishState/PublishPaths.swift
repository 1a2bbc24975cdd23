public import Linux

/// The files of the publisher: cursors and rejected fixes on the disk, the status and requests in memory.
public struct PublishPaths: Hashable, Sendable {
    /// The directory of persistent data.
    public let state: String
    /// The directory of the status and the requests.
    public let runtime: String

    /// Creates the paths; the defaults are those of the unit.
    public init(state: String = "/var/lib/whereismy-publish", runtime: String = "/run/whereismy-publish") {
        self.state = state
        self.runtime = runtime
    }

    /// The directory of the cursors.
    public var cursors: String { "\(state)/cursors" }

    /// The cursor of a destination.
    public func cursor(of name: String) -> String { "\(cursors)/\(Self.fileName(name)).json" }

    /// The directory of the fixes that a destination has rejected.
    public func rejected(of name: String) -> String { "\(state)/rejected/\(Self.fileName(name))" }

    /// The status of all destinations.
    public var status: String { "\(runtime)/status.json" }

    /// The lock of the running publisher.
    public var lock: String { "\(runtime)/lock" }

    /// The directory of requests to the running publisher.
    public var requests: String { "\(runtime)/requests" }

    /// The directory of the notes that crashes leave.
    ///
    /// In memory: a full disk must not hide whose connection it was.
    private var crashes: String { "\(runtime)/crashed" }

    /// The note that a crash in the connection to a destination leaves.
    public func crashNote(of name: String) -> CrashNote { CrashNote(path: "\(crashes)/\(Self.fileName(name))") }

    /// Creates the directories; the group may read the state and write requests.
    ///
    /// - Throws: ``SystemError`` with the path.
    public func prepare() throws(SystemError) {
        for directory in [cursors, "\(state)/rejected", crashes] { try Directory.create(directory, mode: 0o750) }
        try Directory.create(requests, mode: 0o770, ignoresUmask: true)
    }

    /// A file name for a destination: bytes other than ASCII letters, digits and hyphens become `%` and two digits.
    static func fileName(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
    }
}
