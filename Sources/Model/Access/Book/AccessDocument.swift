/// The access book as its file has it.
struct AccessDocument: Codable {
    /// What this program writes, and the newest it reads.
    static let currentVersion = 1

    struct TokenRecord: Codable {
        var name: String
        var hash: String
        var scopes: [String]
        var created: String
    }

    struct SessionRecord: Codable {
        var hash: String
        var created: String
        var expires: String
    }

    struct ShareRecord: Codable {
        var hash: String
        var label: String?
        var created: String
        var expires: String
        var since: String?
        /// Metres.
        var precision: Double?
        /// Seconds.
        var delay: Double
    }

    var version: Int
    var tokens: [TokenRecord]
    var sessions: [SessionRecord]
    var shares: [ShareRecord]
}

/// The one member that every version has.
struct AccessDocumentVersion: Decodable {
    var version: Int
}
