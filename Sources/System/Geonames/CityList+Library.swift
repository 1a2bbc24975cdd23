extension CityList {
    /// Returns the library file of libgeonames, which contains the cities, from the mappings of a process.
    ///
    /// - Parameter maps: The text of `/proc/self/maps`: addresses, rights, numbers, and the path from the first slash
    ///   on.
    /// - Returns: The path; nil if it is not mapped.
    public static func libraryFile(in maps: String) -> String? {
        maps.split(separator: "\n").lazy
            .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            .first { $0.split(separator: "/").last?.hasPrefix("libgeonames.so") ?? false }
            .map { String($0) }
    }
}
