/// A response of the server.
struct RawResponse {
    let status: Int
    let headers: [(name: String, value: String)]
    var body: [UInt8] = []

    /// Parses the status line and the headers.
    init?(head: String) {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first?.split(separator: " "), first.count >= 2, first[0].hasPrefix("HTTP/1."),
            let status = Int(first[1])
        else { return nil }
        self.status = status
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
    }

    /// The first header of that name, given in lower case.
    subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
}
