/// The access book as its file has it.
struct AccessDocument: Codable {
    /// What this program writes, and the newest it reads.
    static let newest = 1

    struct TokenMembers: Codable {
        var name: String
        var hash: String
        var scopes: [String]
        var created: String
    }

    struct SessionMembers: Codable {
        var hash: String
        var created: String
        var expires: String
    }

    struct ShareMembers: Codable {
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
    var tokens: [TokenMembers]
    var sessions: [SessionMembers]
    var shares: [ShareMembers]
}

/// The one member that every version has.
struct AccessDocumentVersion: Decodable {
    var version: Int
}
