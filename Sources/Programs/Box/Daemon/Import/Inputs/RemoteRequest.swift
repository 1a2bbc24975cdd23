import Basics
import Configuration
import JSON

struct RemoteRequest: Hashable {
    /// The whole address.
    let url: String
    /// True if the address has pages, numbered from 1 by `page`; an empty list ends them.
    let isPaged: Bool
    /// The device of the points; nil for the usual one.
    let device: String?
    /// The options of curl for authentication, each with its value.
    let secrets: [CurlOption]

    /// The address without the query, and the device.
    var name: String {
        let place = String(url.prefix { $0 != "?" })
        return device.map { "\(place) \($0)" } ?? place
    }

    /// The address of a page, from 1.
    func url(ofPage page: Int) -> String { isPaged ? RemoteURL(url).adding([("page", String(page))]).text : url }
}

/// An address with a query.
struct RemoteURL {
    let text: String

    init(_ text: String) { self.text = text }

    /// The part before the query, without a slash at its end.
    var path: String {
        let path = String(text.prefix { $0 != "?" })
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns the address with parameters, unless it has them already.
    func adding(_ parameters: [(name: String, value: String)]) -> RemoteURL {
        let query = text.drop { $0 != "?" }.dropFirst()
        let known = Set(query.split(separator: "&").map { String($0.prefix { $0 != "=" }) })
        let added = parameters.filter { !known.contains($0.name) }.map { "\($0.name)=\(Self.encoded($0.value))" }
        let parts = (query.isEmpty ? [] : [String(query)]) + added
        return RemoteURL(path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&")))
    }

    /// Returns a text with everything but letters, digits and `-._~` as per cent signs and numbers (RFC 3986).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || Array("-._~".utf8).contains(byte)
            return isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The points of a service: which addresses to read.
struct RemoteHistory {
    private static let pageSize = 1000
    /// Bytes of a list of users or devices.
    private static let maxListSize = 1 << 20

    private let service: ImportService
    private let secrets: [CurlOption]

    init(_ service: ImportService) throws {
        self.service = service
        secrets = try CurlOption.secrets(of: service)
    }

    /// Returns the requests: one for each device of OwnTracks Recorder's `/api/0`, the pages of Dawarich's
    /// `/api/v1/points`, or the address itself, such as that of a file.
    ///
    /// - Throws: ``SystemError`` or ``TrackInputError`` if the devices cannot be listed.
    func requests() throws -> [RemoteRequest] {
        let url = RemoteURL(service.url)
        if url.path.hasSuffix("/api/0") || url.path.hasSuffix("/api/0/list") { return try devices(of: url) }
        if url.path.hasSuffix("/api/0/locations") { return [locations(url, device: nil)] }
        if url.path.hasSuffix("/api/v1/points") {
            let pages = url.adding([("per_page", String(Self.pageSize)), ("order", "asc")])
            return [RemoteRequest(url: pages.text, isPaged: true, device: nil, secrets: secrets)]
        }
        return [RemoteRequest(url: service.url, isPaged: false, device: nil, secrets: secrets)]
    }

    private func devices(of url: RemoteURL) throws -> [RemoteRequest] {
        let base = url.path.hasSuffix("/list") ? String(url.path.dropLast("/list".utf8.count)) : url.path
        return try list(RemoteURL(base + "/list")).flatMap { user in
            try list(RemoteURL(base + "/list").adding([("user", user)])).map { device in
                let request = RemoteURL(base + "/locations").adding([("user", user), ("device", device)])
                let name = PrintableText.sanitized("\(user)/\(device)", limit: PrintableText.maxDeviceLength)
                return locations(request, device: name)
            }
        }
    }

    /// The Recorder returns the last hours only, unless the request has a start.
    private func locations(_ url: RemoteURL, device: String?) -> RemoteRequest {
        let whole = url.adding([("from", "1970-01-01T00:00:00"), ("format", "json")])
        return RemoteRequest(url: whole.text, isPaged: false, device: device, secrets: secrets)
    }

    private struct List: Decodable {
        let results: [String]
    }

    private func list(_ url: RemoteURL) throws -> [String] {
        let input = try ProgramInput("curl", CurlOption.arguments, input: CurlOption.config(url.text, secrets))
        var bytes: [UInt8] = []
        while case let part = try input.read(), !part.isEmpty {
            bytes += part
            guard bytes.count <= Self.maxListSize else { throw TrackInputError.unexpectedAnswer }
        }
        guard let list = try? SafeJSON.decode(List.self, from: bytes) else { throw TrackInputError.unexpectedAnswer }
        return list.results
    }
}
