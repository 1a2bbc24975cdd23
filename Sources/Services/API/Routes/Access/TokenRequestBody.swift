/// What a request to make a token says.
struct TokenRequestBody: Decodable {
    /// What to call it.
    let name: String
    /// What it lets do; to read where nothing is said.
    let scopes: [String]?
}
