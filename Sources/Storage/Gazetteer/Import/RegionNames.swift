/// What the regions are called whose codes a dump of GeoNames has: `admin1CodesASCII.txt`.
public struct RegionNames: Sendable {
    private var names: [String: String] = [:]

    /// Knows none, so that a code stands for its region.
    public init() {}

    /// Reads the file: code with country (`AU.07`), name and more between tabs, a region a line.
    public init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) {
            let fields = line.split(separator: 0x09, maxSplits: 2)
            guard fields.count >= 2 else { continue }
            names[String(decoding: fields[0], as: UTF8.self)] = String(decoding: fields[1], as: UTF8.self)
        }
    }

    func name(country: String, code: String) -> String {
        names.isEmpty ? code : names["\(country).\(code)"] ?? code
    }
}
