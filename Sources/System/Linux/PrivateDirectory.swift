import Glibc

/// Directories that nobody but this user can look into.
public enum PrivateDirectory {
    /// Makes a new one, of mode 0700, whatever the umask.
    ///
    /// - Parameters:
    ///   - parent: the directory that it is made in, such as `/tmp`.
    ///   - name: how its name begins.
    /// - Returns: its path.
    /// - Throws: ``SystemError`` with the path that could not be made.
    public static func make(in parent: String, named name: String) throws(SystemError) -> String {
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // The template ends with a NUL, and the call writes over its six last characters alone.
        guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp", "\(parent)/\(name)") }
        return String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
