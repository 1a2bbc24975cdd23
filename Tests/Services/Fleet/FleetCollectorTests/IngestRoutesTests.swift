import Basics
import FleetProtocol
import HTTPServer
import Testing

@testable import FleetCollector

/// Bodies are received from devices alone, each of which has a part of the room.
struct IngestRoutesTests {
    private let inbox: IngestInbox
    private let routes: IngestRoutes

    init() throws {
        inbox = try IngestInbox(.init(maxBytes: 8 << 20, delay: .zero))
        inbox.open()
        routes = IngestRoutes(inbox) { Timestamp(milliseconds: 1) }
    }

    private func admission(
        _ header: String?, length: Int = UploadBody.maxByteCount, path: String = UploadPath.fixes,
        _ method: HTTPMethod = .post
    ) -> HTTPAdmission? {
        let headers = header.map { [HTTPField("Authorization", $0)] } ?? []
        return routes.admission(of: HTTPRequest(method: method, path: path, headers: headers), length: length)
    }

    /// Answers the questions about tokens.
    private func answer(_ answer: UploadOutcome) -> [Upload] {
        let uploads = inbox.next(orReadable: nil)
        inbox.record(uploads.map { ($0, answer) })
        inbox.finish()
        return uploads
    }

    private func granted(_ admission: HTTPAdmission?) -> ContentReservation? {
        if case .content(UploadBody.maxByteCount, let room) = admission { room } else { nil }
    }

    private func status(_ admission: HTTPAdmission?) -> (HTTPStatus, retryAfter: String?)? {
        guard case .response(let response) = admission else { return nil }
        return (response.status, response.headers.first { $0.name == "Retry-After" }?.value)
    }

    @Test("without the form of a token the answer is there at once", arguments: [nil, "", "Bearer", "Digest x"])
    func formless(header: String?) {
        #expect(status(admission(header))?.0 == .unauthorized)
        #expect(inbox.bytes == 0)
    }

    @Test("a token that is not known is looked up before anything is received")
    func question() throws {
        guard case .after = admission("Bearer good") else { throw UnexpectedAdmission() }
        #expect(inbox.bytes == IngestQueue<Upload>.overhead)
        let questions = answer(.done)
        #expect(questions.map(\.format) == [.question] && questions.map(\.body) == [[]] && inbox.bytes == 0)
        let room = try #require(granted(admission("Bearer good")))
        #expect(inbox.bytes > UploadBody.maxByteCount)
        withExtendedLifetime(room) {}
        guard case .after = admission("Bearer bad") else { throw UnexpectedAdmission() }
        _ = answer(.unauthorised)
        guard case .after = admission("Bearer bad") else { throw UnexpectedAdmission() }
    }

    @Test("a device that occupies its part is told to come again, and another one is received")
    func share() throws {
        for token in ["van", "boat"] {
            _ = admission("Bearer \(token)")
            #expect(answer(.done).count == 1)
        }
        var rooms: [ContentReservation] = []
        while rooms.count < 50, let room = granted(admission("Bearer van")) { rooms.append(room) }
        #expect(rooms.count == 7 && inbox.counts.all.first { $0.name == "unavailableUploads" }?.value == 1)
        let refusal = try #require(status(admission("Bearer van")))
        #expect(refusal.0 == .serviceUnavailable && refusal.retryAfter == "5")
        #expect(granted(admission("Bearer boat")) != nil)
        rooms = []
        #expect(inbox.bytes == 0 && granted(admission("Bearer van")) != nil)
    }

    @Test("questions about tokens have a small part of the room")
    func strangers() {
        var count = 0
        while count < 10_000, case .after = admission("Bearer \(count)") { count += 1 }
        #expect(count == (1 << 20) / IngestQueue<Upload>.overhead)
        #expect(status(admission("Bearer x"))?.0 == .serviceUnavailable)
    }

    @Test("while the database is away nothing is received")
    func away() {
        _ = admission("Bearer van")
        _ = answer(.done)
        _ = inbox.close()
        #expect(status(admission("Bearer van"))?.0 == .serviceUnavailable)
        #expect(status(admission("Bearer other"))?.0 == .serviceUnavailable)
    }

    @Test("other requests are not decided here")
    func others() {
        #expect(admission(nil, path: "/v1/devices") == nil)
        #expect(admission(nil, .get) == nil)
    }

    private struct UnexpectedAdmission: Error {}
}

/// A token counts for some time after its last upload.
struct TokenTableTests {
    @Test("a token ends after its time, or when it is removed")
    func expiry() {
        var tokens = TokenTable<Bool>()
        let time = IngestInbox.verifiedFor
        tokens.set(true, of: "van", for: time, at: .seconds(0))
        tokens.set(true, of: "boat", for: time, at: .seconds(0))
        #expect(tokens.value(of: "van", at: .seconds(599)) == true && tokens.value(of: "other", at: .seconds(1)) == nil)
        #expect(tokens.value(of: "van", at: .seconds(600)) == nil)
        tokens.set(true, of: "van", for: time, at: .seconds(599))
        #expect(tokens.value(of: "van", at: .seconds(1198)) == true)
        tokens.remove("van")
        #expect(tokens.value(of: "van", at: .seconds(600)) == nil)
    }

    @Test("there are only so many")
    func bound() {
        var tokens = TokenTable<Bool>()
        func insert(_ token: String) { tokens.set(true, of: token, for: .seconds(1), at: .zero) }
        for number in 0..<TokenTable<Bool>.maxCount { insert("\(number)") }
        insert("0")
        #expect(tokens.value(of: "1", at: .zero) == true)
        insert("new")
        #expect(tokens.value(of: "new", at: .zero) == true && tokens.value(of: "1", at: .zero) == nil)
    }
}
