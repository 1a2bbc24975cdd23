import Basics

/// The time zones of the package tzdata, by their IANA names.
public struct TimeZoneDatabase: Sendable {
    /// That of the system.
    public static let system = TimeZoneDatabase(directory: "/usr/share/zoneinfo")

    private let directory: String

    /// Creates a database of a directory.
    public init(directory: String) { self.directory = directory }

    /// Returns the clock of a time zone; nil if there is none of this name.
    ///
    /// - Parameter name: such as `Australia/Melbourne`. It may be anything: nothing out of the directory is opened.
    /// - Returns: the clock.
    public func clock(_ name: String) -> LocalClock? {
        guard let zone = offsets(name) ?? current(name).flatMap(offsets) else { return nil }
        return LocalClock(civilTime: { zone.civilTime($0) }, timestamp: { zone.timestamp($0) })
    }

    private func offsets(_ name: String) -> ZoneOffsets? {
        guard Self.isName(name), let file = try? FileContents.read("\(directory)/\(name)") else { return nil }
        return ZoneOffsets(file: file)
    }

    /// Returns the name that has replaced another one; nil if none has.
    ///
    /// Browsers go on using names such as `Asia/Calcutta`, which only the package `tzdata-legacy` of Debian 13 has as
    /// files. `tzdata.zi` has them as links, in lines such as `L Asia/Kolkata Asia/Calcutta` (zic(8)).
    private func current(_ name: String) -> String? {
        guard Self.isName(name), let text = try? FileContents.read("\(directory)/tzdata.zi") else { return nil }
        let ending = Array(" \(name)".utf8)
        let line = text.split(separator: 0x0A).first {
            $0.starts(with: "L ".utf8) && $0.suffix(ending.count).elementsEqual(ending)
        }
        return line.map { String(decoding: $0.dropFirst(2).dropLast(ending.count), as: UTF8.self) }
    }

    /// Returns true for words that begin with a capital letter, as all names do: none of them is a hidden file, a list
    /// beside the zones, or a way out of the directory.
    private static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return words.allSatisfy { (65...90).contains($0.first ?? 0) && $0.allSatisfy(isLetterOfName) }
    }

    private static func isLetterOfName(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || "+-_".utf8.contains(byte)
    }
}
