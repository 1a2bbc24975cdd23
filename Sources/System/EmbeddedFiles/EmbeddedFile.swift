public import CEmbeddedFiles

/// A file as it was when the program was built.
@safe public struct EmbeddedFile: Sendable {
    /// The path below its directory.
    public let name: String
    // The compiler has put it into the read-only data of the program.
    private nonisolated(unsafe) let start: UnsafePointer<CChar>

    /// The Mustache templates and their partials, by their names in `templates/`.
    public static let pageTemplates = unsafe files(whereismy_page_templates())
    /// The files of the live page, by their paths below `templates/`.
    public static let pageAssets = unsafe files(whereismy_page_assets())

    /// The content as text, which is copied each time: a table of files must not load all of them into memory.
    public var text: String { unsafe String(cString: start) }

    /// Returns the files of a table, whose last entry has no name.
    public static func files(_ table: UnsafePointer<whereismy_embedded_file>) -> [EmbeddedFile] {
        var files: [EmbeddedFile] = []
        var entry = unsafe table
        while let name = unsafe entry.pointee.name, let start = unsafe entry.pointee.text {
            unsafe files.append(EmbeddedFile(name: String(cString: name), start: start))
            unsafe entry += 1
        }
        return files
    }
}
