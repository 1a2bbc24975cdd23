import Basics
import Cryptography
import FleetProtocol
import HTTPServer

/// The routes by which devices upload over HTTP; each answer comes after the commit.
///
/// Nothing is received from anybody else: what begins without an end would take the room of the devices.
struct IngestRoutes {
    /// The seconds after which a device that was not served comes again.
    static let retryAfter = 5

    /// The formats of the routes.
    private static let formats: [String: Upload.Format] = [
        UploadPath.fixes: .fleet, UploadPath.status: .status, "/owntracks": .ownTracks, "/pub": .ownTracks,
        "/overland": .overland,
    ]

    private let inbox: IngestInbox
    private let clock: @Sendable () -> Timestamp

    init(_ inbox: IngestInbox, clock: @escaping @Sendable () -> Timestamp) {
        self.inbox = inbox
        self.clock = clock
    }

    /// Returns what becomes of the body of an upload, given its headers; nil for any other request.
    func admission(of request: HTTPRequest, length: Int) -> HTTPAdmission? {
        guard let format = Self.formats[request.path], request.method == .post else { return nil }
        guard let token = DeviceCredential.token(of: request) else {
            return .response(UploadResponse.response(.unauthorised, to: format))
        }
        if !inbox.isVerified(token) {
            let answer = DeferredResponse()
            if inbox.submit(upload([], as: .question, of: token, to: answer)) { return .after(answer) }
        } else if let room = inbox.reserve(length, for: .token(token)) {
            return .content(upTo: UploadBody.maxByteCount, in: room)
        }
        return .response(UploadResponse.response(.unavailable, to: format))
    }

    /// Returns the response to an upload; nil for any other request.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        guard let format = Self.formats[request.path] else { return nil }
        guard request.method == .post else {
            return UploadResponse.rejection(.methodNotAllowed, "POST only", headers: [HTTPField("Allow", "POST")])
        }
        guard request.body.count <= UploadBody.maxByteCount else {
            return UploadResponse.rejection(
                .contentTooLarge, "\(request.body.count) bytes in a body, the maximum is \(UploadBody.maxByteCount)")
        }
        guard let token = DeviceCredential.token(of: request) else {
            return UploadResponse.response(.unauthorised, to: format)
        }
        let response = DeferredResponse()
        let upload = upload(request.body, as: format, of: token, to: response)
        guard !upload.isTooLarge else {
            return UploadResponse.rejection(
                .contentTooLarge, "more than \(UploadBody.maxPointCount) fixes in a body")
        }
        guard inbox.submit(upload) else { return UploadResponse.response(.unavailable, to: format) }
        return HTTPResponse(body: .deferred(response))
    }

    private func upload(
        _ body: [UInt8], as format: Upload.Format, of token: String, to response: DeferredResponse
    ) -> Upload {
        Upload(sender: .token(token), format: format, body: body, received: clock(), reply: .response(response))
    }
}

/// The HTTP form of answers.
enum UploadResponse {
    /// Returns the response that a sender of a format expects.
    static func response(_ answer: UploadOutcome, to format: Upload.Format) -> HTTPResponse {
        switch answer {
        case .unavailable:
            return rejection(.serviceUnavailable, UploadResult.unavailable("try again later"))
        case .unauthorised:
            let challenge = "Bearer realm=\"fleet\", Basic realm=\"fleet\""
            return rejection(
                .unauthorized, "a device token is required; fix: whereismy-fleet token add",
                headers: [HTTPField("WWW-Authenticate", challenge)])
        case .done: return success(nil, to: format)
        case .answer(.rejected(let reason)): return rejection(.badRequest, reason)
        case .answer(.forbidden(let reason)): return rejection(.forbidden, UploadResult.forbidden(reason))
        case .answer(.unavailable(let reason)):
            return rejection(.serviceUnavailable, UploadResult.unavailable(reason))
        case .answer(let answer): return success(answer, to: format)
        }
    }

    /// A phone learns only that nothing has to be repeated.
    private static func success(_ answer: UploadResult?, to format: Upload.Format) -> HTTPResponse {
        switch format {
        case .fleet: json(.ok, answer?.json ?? UploadResult.stored(0, refused: []).json)
        case .status, .question: HTTPResponse(.noContent)
        case .ownTracks: json(.ok, Array("[]".utf8))
        case .overland: json(.ok, Array(#"{"result":"ok"}"#.utf8))
        }
    }

    /// The response to an upload that must not be repeated.
    static func rejection(_ status: HTTPStatus, _ reason: String, headers: [HTTPField] = []) -> HTTPResponse {
        rejection(status, UploadResult.rejected(reason), headers: headers)
    }

    private static func rejection(
        _ status: HTTPStatus, _ answer: UploadResult, headers: [HTTPField] = []
    ) -> HTTPResponse {
        var response = json(status, answer.json)
        response.headers += headers
        if status == .serviceUnavailable {
            response.headers.append(HTTPField("Retry-After", "\(IngestRoutes.retryAfter)"))
        }
        return response
    }

    private static func json(_ status: HTTPStatus, _ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status, headers: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store")],
            body: .bytes(bytes))
    }
}

/// The device token of a request.
enum DeviceCredential {
    /// The maximum length of a token in bytes; longer ones are none of ours.
    static let maxLength = 128

    /// Returns the token of `Authorization`: that of Bearer, or the password of Basic, whose user is up to the phone.
    static func token(of request: HTTPRequest) -> String? {
        guard let header = request.header("Authorization") else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return valid(parts[1].drop { $0 == " " })
        case "basic":
            guard let bytes = Base64.decode(parts[1].drop { $0 == " " }),
                let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            return valid(String(decoding: bytes[(colon + 1)...], as: UTF8.self)[...])
        default: return nil
        }
    }

    private static func valid(_ token: Substring) -> String? {
        let isValid = (1...maxLength).contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isValid ? String(token) : nil
    }
}
