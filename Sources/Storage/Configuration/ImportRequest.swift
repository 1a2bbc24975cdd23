public import Basics
public import CommandLine

/// A request to import tracks into the history.
public struct ImportRequest: Hashable, Sendable {
    /// Track files; empty for a service.
    public var files: [String]
    /// The device of points whose file names none; nil for the usual one.
    public var device: String?
    /// The columns of CSV files, as `--columns` names them; nil to detect the format.
    public var columns: String?
    /// The format of the files for gpsbabel, which reads them; nil to read them here.
    public var converter: String?
    /// The service to import from; nil for files.
    public var service: ImportService?
    /// The start of the day of the first sentence of an NMEA file without any date; nil if unknown.
    public var date: Timestamp?
    /// The number of weeks by which the receiver was behind, a multiple of 1024; nil for none.
    public var addedWeeks: Int?
    /// True to count the points and add none.
    public var isDryRun: Bool

    /// Creates a request; the defaults import files as they are.
    public init(
        files: [String] = [], device: String? = nil, columns: String? = nil, converter: String? = nil,
        service: ImportService? = nil, date: Timestamp? = nil, addedWeeks: Int? = nil, isDryRun: Bool = false
    ) {
        (self.date, self.addedWeeks) = (date, addedWeeks)
        (self.files, self.device, self.columns) = (files, device, columns)
        (self.converter, self.service, self.isDryRun) = (converter, service, isDryRun)
    }
}

/// A service whose points are imported by HTTP.
public struct ImportService: Hashable, Sendable {
    /// Its address, http or https, without secrets.
    public let url: String
    /// The file with a bearer token; nil for none.
    public let tokenFile: String?
    /// The user of HTTP authentication; nil for none.
    public let user: String?
    /// The file with the user's password.
    public let passwordFile: String?

    /// Creates a service.
    ///
    /// - Throws: ``UsageError`` for an address that cannot be used, or contains a secret, which other users could see.
    public init(
        url: String, tokenFile: String? = nil, user: String? = nil, passwordFile: String? = nil
    ) throws(UsageError) {
        (self.url, self.tokenFile, self.user, self.passwordFile) = (url, tokenFile, user, passwordFile)
        let rest = ["http://", "https://"].first { url.hasPrefix($0) }.map { url.dropFirst($0.utf8.count) }
        let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
        guard let rest, isPlain, rest.first.map({ $0 != "/" && $0 != "?" }) == true else {
            throw UsageError(
                "--from: \(HiddenAddress.quoted(url)) is no address; fix: http://HOST/PATH or https://HOST/PATH")
        }
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        guard !place.contains("@"), Self.isHostPort(place) || !rest.contains("@") else {
            throw UsageError("--from: others can see a password in an address; fix: --user and --password-file")
        }
        let names = rest.drop { $0 != "?" }.split { $0 == "?" || $0 == "&" }.map { $0.prefix { $0 != "=" } }
        guard !names.contains("api_key"), !names.contains("token") else {
            throw UsageError("--from: others can see a token in an address; fix: --token-file")
        }
        guard (user == nil) == (passwordFile == nil) else {
            throw UsageError("--user and --password-file need each other")
        }
        guard user == nil || tokenFile == nil else {
            throw UsageError("--token-file and --password-file cannot be combined")
        }
    }

    /// Returns true for a host with a port or without one; behind another colon may be a password with a slash in it.
    private static func isHostPort(_ text: Substring) -> Bool {
        let name = text.first == "[" ? text.drop { $0 != "]" } : text
        guard let colon = name.firstIndex(of: ":") else { return true }
        return name[colon...].dropFirst().allSatisfy { ("0"..."9").contains($0) }
    }
}

extension ImportRequest {
    /// Parses the value of `--date`, such as `2026-01-31`, in UTC.
    public static func day(_ text: String) throws(UsageError) -> Timestamp {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        if text.utf8.count == 10, parts.count == 3, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]) {
            let day = Timestamp(CivilTime(year: parts[0], month: parts[1], day: parts[2]))
            let found = CivilTime(day)
            if [found.year, found.month, found.day] == parts { return day }
        }
        throw UsageError("--date: \(text.debugDescription) is no day, such as 2026-01-31")
    }

    /// Parses the value of `--add-weeks`.
    public static func weeks(_ text: String) throws(UsageError) -> Int {
        guard let weeks = [1024, 2048].first(where: { "\($0)" == text }) else {
            throw UsageError("--add-weeks: \(text.debugDescription) is neither 1024 nor 2048")
        }
        return weeks
    }

    /// Checks the format of a converter: a name, and options after commas.
    public static func check(converter format: String) throws(UsageError) {
        let name = format.prefix { $0 != "," }
        let isName = name.utf8.allSatisfy { byte in
            (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard isName, !name.isEmpty, format.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw UsageError(
                "--via gpsbabel: \(format.debugDescription) is no format, such as garmin_fit; fix: gpsbabel -^3 lists them"
            )
        }
    }
}
