/// A sentence of NMEA 0183: what a receiver says on one line.
public struct NMEASentence: Hashable, Sendable, CustomStringConvertible {
    /// The sentence with `$` and checksum, without its line end.
    public let description: String

    /// The sentence with its line end, as it goes over the line.
    public var bytes: [UInt8] { Array(description.utf8) + [0x0D, 0x0A] }

    /// Puts a sentence together: its name after the talker `GP`, then its fields.
    init(_ name: String, _ fields: [String]) {
        let body = (["GP" + name] + fields).joined(separator: ",")
        description = "$\(body)*\(Self.checksum(of: body))"
    }

    /// All characters between `$` and `*`, joined by exclusive or, as two hexadecimal digits (NMEA 0183, 5.3.1).
    static func checksum(of body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }
}
