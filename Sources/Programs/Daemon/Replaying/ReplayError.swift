/// A file that is to be replayed and holds nothing to replay.
struct ReplayError: Error, Hashable, CustomStringConvertible {
    /// The file.
    let path: String

    /// One line: the path, what is wrong and what would work.
    var description: String { "\(path): holds no fix of gpsd (TPV), a recording is made with: gpspipe -w" }
}
