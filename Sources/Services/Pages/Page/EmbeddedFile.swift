/// A file as it was when the program was built.
public struct EmbeddedFile: Sendable {
    /// The path below a directory of templates.
    public let name: String
    /// A table of files must not load all of them into memory.
    private let bytes: @Sendable () -> [UInt8]

    /// Creates a file; the bytes are evaluated each time that they are read.
    public init(_ name: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The content as text.
    public var text: String { String(decoding: bytes(), as: UTF8.self) }
}
