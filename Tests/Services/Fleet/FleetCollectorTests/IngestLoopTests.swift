import Basics
import FleetProtocol
import FleetStore
import HTTPServer
import Linux
import PostgreSQL
import Synchronization
import Systemd
import Testing

@testable import FleetCollector

/// Uploads are answered after their commit, and never held while the database is away.
struct IngestLoopTests {
    /// A database that fails as it is told to.
    private final class FakeDatabase: IngestDatabase {
        let descriptor: Int32? = nil
        let failure: Mutex<PostgresError?>
        var stored: [DeviceUpload] = []
        var statuses: [ReceivedStatus] = []
        var good = "good"

        init(_ failure: PostgresError? = nil) { self.failure = Mutex(failure) }

        func check() throws(PostgresError) {
            if let error = failure.withLock({ $0 }), error.isConnectionLost { throw error }
        }

        private func use() throws(PostgresError) {
            if let error = failure.withLock({ $0 }) { throw error }
        }

        func devices(of tokens: Set<String>) throws(PostgresError) -> [String: DeviceName] {
            try use()
            return tokens.contains(good) ? ["good": DeviceName("van")].compactMapValues(\.self) : [:]
        }

        func store(_ uploads: [DeviceUpload]) throws(PostgresError) -> [UploadResult] {
            try use()
            stored += uploads
            return uploads.map { .stored($0.content.points.count, refused: []) }
        }

        func store(_ statuses: [ReceivedStatus]) throws(PostgresError) -> [DeviceName] {
            try use()
            self.statuses += statuses
            return statuses.map(\.device)
        }
    }

    private final class Journal: Sendable {
        let answers = Mutex<[UploadOutcome]>([])
        let lines = Mutex<[String]>([])
    }

    private static let line = """
        {"timestamp":"2026-11-23T10:00:00.000Z","mode":"3d","latitude":1,"longitude":2}

        """

    private let journal = Journal()

    private func inbox(maxBytes: Int = 1 << 20) throws -> IngestInbox {
        try IngestInbox(.init(maxBytes: maxBytes, maxFixes: 1, delay: .zero))
    }

    private func loop(
        _ inbox: IngestInbox, clock: @escaping () -> Duration = { SystemClock.uptime },
        connect: @escaping () throws(PostgresError) -> any IngestDatabase
    ) -> IngestLoop {
        IngestLoop(
            inbox, connect: connect,
            answer: { [journal] answers in journal.answers.withLock { $0 += answers.map(\.1) } },
            log: { [journal] _, line in journal.lines.withLock { $0.append(line) } }, clock: clock)
    }

    private func upload(_ text: String = line, token: String = "good", as format: Upload.Format = .fleet) -> Upload {
        Upload(
            sender: .token(token), format: format, body: Array(text.utf8), received: Timestamp(milliseconds: 1),
            reply: .none)
    }

    private var answers: [UploadOutcome] { journal.answers.withLock { $0 } }
    private var lines: [String] { journal.lines.withLock { $0 } }

    @Test("each upload gets its answer: stored, rejected, unauthorised, done")
    func answering() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        // Opens the queue.
        inbox.wake()
        #expect(loop.turn())
        for item in [
            upload(), upload("nonsense"), upload(token: "bad"), upload(#"{"state":"online"}"#, as: .status),
            upload(#"{"_type":"lwt"}"#, as: .ownTracks), upload(),
        ] { #expect(inbox.submit(item)) }
        while answers.count < 6 { #expect(loop.turn()) }
        let stored = UploadOutcome.answer(.stored(1, refused: []))
        #expect(answers.count == 6 && answers.filter { $0 == stored }.count == 2)
        #expect(answers.filter { $0 == .done }.count == 2 && answers.contains(.unauthorised))
        #expect(database.statuses.map(\.byBroker) == [false])
        #expect(database.stored.count == 2)
        #expect(inbox.bytes == 0)
    }

    @Test("a token that is revoked is worth nothing in the next commit")
    func revoked() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn())
        for _ in 0..<2 {
            #expect(inbox.submit(upload()))
            let count = answers.count
            while answers.count == count { #expect(loop.turn()) }
            database.good = "other"
        }
        #expect(answers == [.answer(.stored(1, refused: [])), .unauthorised])
    }

    @Test("two machines with one name are said once")
    func sharedName() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn())
        for count in 1...2 {
            #expect(inbox.submit(upload(#"{"state":"online"}"#, as: .status)))
            while answers.count < count { #expect(loop.turn()) }
        }
        #expect(lines.filter { $0.contains("two machines report as van; fix: give each a name") }.count == 1)
    }

    @Test("unknown tokens cannot fill the room of devices")
    func strangers() throws {
        let (inbox, database) = (try inbox(maxBytes: 8 << 20), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn())
        #expect(inbox.submit(upload()))
        while answers.isEmpty { #expect(loop.turn()) }
        let body = String(repeating: "x", count: 200_000)
        let accepted = (0..<50).count { inbox.submit(upload(body, token: "bad\($0)")) }
        #expect(accepted == 5 && inbox.submit(upload()))
    }

    @Test("the room opens and closes with a word to the sources")
    func opening() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let words = Mutex<[Bool]>([])
        let loop = IngestLoop(
            inbox, connect: { () throws(PostgresError) in database }, answer: { _ in },
            changed: { isOpen in words.withLock { $0.append(isOpen) } }, log: { _, _ in })
        inbox.wake()
        #expect(loop.turn() && words.withLock { $0 } == [true])
        #expect(inbox.submit(upload()))
        database.failure.withLock { $0 = PostgresError("gone", isConnectionLost: true) }
        #expect(loop.turn() && words.withLock { $0 } == [true, false])
    }

    @Test("the end of a connection that nothing uses is noticed")
    func unused() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn() && inbox.isOpen)
        database.failure.withLock { $0 = PostgresError("gone", isConnectionLost: true) }
        inbox.wake()
        #expect(loop.turn() && !inbox.isOpen && lines == ["database away: gone"])
    }

    @Test("without a database nothing is accepted, and the first failure alone is said")
    func away() throws {
        let inbox = try inbox()
        let now = Mutex(Duration.seconds(100))
        let isThere = Mutex(false)
        let loop = loop(inbox, clock: { now.withLock { $0 } }) { () throws(PostgresError) in
            guard isThere.withLock({ $0 }) else { throw PostgresError("refused", isConnectionLost: true) }
            return FakeDatabase()
        }
        for _ in 0..<5 {
            inbox.wake()
            #expect(loop.turn())
            #expect(!inbox.submit(upload()))
            now.withLock { $0 += .seconds(6) }
        }
        #expect(lines == ["database away: refused"])
        isThere.withLock { $0 = true }
        inbox.wake()
        #expect(loop.turn())
        #expect(inbox.submit(upload()))
        #expect(lines.count == 2 && lines.last?.hasPrefix("database back after") == true)
    }

    @Test("what a lost commit held is given up, together with what waits")
    func lost() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn())
        for _ in 0..<3 { #expect(inbox.submit(upload())) }
        database.failure.withLock { $0 = PostgresError("gone", isConnectionLost: true) }
        #expect(loop.turn())
        #expect(answers == [.unavailable, .unavailable, .unavailable])
        #expect(!inbox.isOpen && inbox.bytes == 0)
    }

    @Test("a database that connects and does not store is back only once it stores")
    func broken() throws {
        let full = PostgresError(sqlState: "53100", "no space")
        let (inbox, database) = (try inbox(), FakeDatabase(full))
        let now = Mutex(Duration.seconds(100))
        let loop = loop(inbox, clock: { now.withLock { $0 } }) { database }
        for _ in 0..<3 {
            inbox.wake()
            #expect(loop.turn())
            // A question about a token stores nothing.
            database.failure.withLock { $0 = nil }
            #expect(inbox.submit(upload("", as: .question)))
            #expect(loop.turn())
            database.failure.withLock { $0 = full }
            #expect(inbox.submit(upload()))
            #expect(loop.turn())
            now.withLock { $0 += .seconds(6) }
        }
        #expect(lines == ["database away: no space (SQLSTATE 53100)"])
        database.failure.withLock { $0 = nil }
        inbox.wake()
        #expect(loop.turn())
        #expect(inbox.submit(upload()) && lines.count == 1)
        #expect(loop.turn())
        #expect(lines.count == 2)
    }

    @Test("at the end what waits is stored, and what comes later is not accepted")
    func end() throws {
        let (inbox, database) = (try inbox(), FakeDatabase())
        let loop = loop(inbox) { database }
        inbox.wake()
        #expect(loop.turn())
        for _ in 0..<3 { #expect(inbox.submit(upload())) }
        inbox.stop()
        loop.run()
        #expect(database.stored.count == 3 && answers.count == 3)
        #expect(!inbox.submit(upload()))
    }
}

/// The token of a request is found in both forms of authorization.
struct DeviceCredentialTests {
    @Test(
        "Bearer, and the password of Basic",
        arguments: [
            ("Bearer abc", "abc"), ("bearer  abc", "abc"), ("Basic YW5uOnNlY3JldA==", "secret"),
            ("Basic OnNlY3JldDp4", "secret:x"),
        ])
    func found(header: String, token: String) {
        let request = HTTPRequest(path: "/", headers: [HTTPField("authorization", header)])
        #expect(DeviceCredential.token(of: request) == token)
    }

    @Test(
        "anything else is none",
        arguments: ["", "Bearer", "Bearer ", "Basic x", "Basic YW5u", "Digest a", "Bearer a b", "Bearer \u{e9}"])
    func none(header: String) {
        let request = HTTPRequest(path: "/", headers: [HTTPField("Authorization", header)])
        #expect(DeviceCredential.token(of: request) == nil)
    }
}
