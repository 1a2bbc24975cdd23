extension CityList {
    /// The file of libgeonames, in which the cities are, among what a process has mapped.
    ///
    /// - Parameter maps: the text of `/proc/self/maps`: addresses, rights, numbers, and the path from the first slash on.
    /// - Returns: its path; nil where it is not among them.
    public static func libraryFile(in maps: String) -> String? {
        maps.split(separator: "\n").lazy
            .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            .first { $0.split(separator: "/").last?.hasPrefix("libgeonames.so") ?? false }
            .map { String($0) }
    }
}
