import Access
import Location
import Testing

struct AccessDocumentTests {
    private func store() throws -> AccessStore {
        var store = AccessStore()
        try store.addToken(named: "a", scopes: [.read, .metrics], secret: try secret(1), at: .start)
        store.addSession(try secret(2), named: "phone", at: .start)
        let options = ShareOptions(
            end: .after(.minutes(90)), since: .start, precision: 100, delay: .minutes(30), label: "to \"Bob\" / 1",
            note: "Ada\u{E9}")
        _ = try store.addShare(options, secret: try secret(3), at: .start)
        _ = try store.addShare(ShareOptions(), secret: try secret(4), at: .start)
        return store
    }

    @Test("a store survives encoding and decoding, and its file contains no secret")
    func roundTrip() throws {
        let store = try store()
        let bytes = store.encoded()
        #expect(try AccessStore(decoding: bytes) == store)
        #expect(bytes.last == UInt8(ascii: "\n"))
        let text = String(decoding: bytes, as: UTF8.self)
        for number in 1...UInt8(4) { #expect(!text.contains(try secret(number).text)) }
        #expect(text.contains(#""version":1"#))
        #expect(try AccessStore(decoding: AccessStore().encoded()) == AccessStore())
    }

    @Test(
        "an invalid file is rejected as a whole",
        arguments: [
            (#""version":1"#, #""version":2"#, "version 2"), (#""version":1"#, #""version":0"#, "version 0"),
            (#""version":1"#, #""version":"1""#, "not the JSON"), (#""version":1"#, #""v":1"#, "missing version"),
            (#""name":"a""#, #""name":"a/b""#, "name"), (#""name":"a""#, #""n":"a""#, "missing name"),
            (#"["metrics","read"]"#, #"["write"]"#, "scopes"), (#"["metrics","read"]"#, "[]", "scopes"),
            (#""created":"2026"#, #""created":"+026"#, "created"),
            (#""precision":100"#, #""precision":0"#, "precision"),
            (#""precision":100"#, #""precision":1e999"#, "not the JSON"), (#""delay":1800"#, #""delay":-1"#, "delay"),
            (#""delay":1800"#, #""delay":1e300"#, "delay"), (#""hash":""#, #""hash":"0"#, "hash"),
            (#"to \"Bob\""#, #"to \n"#, "label"), (#""note":"Ada"#, #""note":"\n"#, "note"), ("{", "[", "not the JSON"),
            (#""sessions":"#, #""s":"#, "missing sessions"),
            ("Z", "X", "invalid created"),
        ])
    func rejected(part: String, replacement: String, message: String) throws {
        let text = String(decoding: try store().encoded(), as: UTF8.self)
        let broken = text.replacing(part, with: replacement, maxReplacements: 1)
        #expect(broken != text)
        let error = #expect(throws: AccessStore.FormatError.self) { try AccessStore(decoding: Array(broken.utf8)) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("sessions of a file of version 0.1 get names")
    func namelessSessions() throws {
        var store = try store()
        store.addSession(try secret(5), named: "phone", at: .start)
        #expect(store.sessions.map(\.name) == ["phone", "phone-2"])
        let text = String(decoding: store.encoded(), as: UTF8.self)
        let old = text.replacing(#","name":"phone""#, with: "").replacing(#","name":"phone-2""#, with: "")
        #expect(try AccessStore(decoding: Array(old.utf8)).sessions.map(\.name) == ["browser", "browser-2"])
        let odd = text.replacing(#""name":"phone""#, with: #""name":"pho ne""#)
        let error = #expect(throws: AccessStore.FormatError.self) { try AccessStore(decoding: Array(odd.utf8)) }
        #expect(error?.description == "invalid name \"pho ne\"")
    }

    @Test("the label of a share of an earlier version stays its title, and it has no note")
    func earlierShares() throws {
        let text = String(decoding: try store().encoded(), as: UTF8.self)
        let old = text.replacing(#""note":"Ada\#u{E9}","#, with: "")
        #expect(old != text)
        let shares = try AccessStore(decoding: Array(old.utf8)).shares
        #expect(shares.map(\.label) == ["to \"Bob\" / 1", nil] && shares.map(\.note) == [nil, nil])
    }

    @Test("a file over the limits is rejected")
    func tooMany() throws {
        var store = AccessStore()
        for number in 0..<AccessStore.limits.tokens {
            try store.addToken(named: "t\(number)", scopes: [.read], secret: .random(), at: .start)
        }
        let text = String(decoding: store.encoded(), as: UTF8.self)
        let hash = SecretHash(.random()).hexadecimal
        let one =
            #"{"created":"2026-01-01T00:00:00Z","hash":"\#(hash)","name":"x","scopes":["read"]},"#
        let more = text.replacing(#""tokens":["#, with: #""tokens":["# + one)
        let many = #expect(throws: AccessStore.FormatError.self) { try AccessStore(decoding: Array(more.utf8)) }
        #expect(many?.description.contains("65 tokens") == true)
        let two = String(decoding: try self.store().encoded(), as: UTF8.self)
            .replacing(#""tokens":["#, with: #""tokens":["# + one.replacing(#""name":"x""#, with: #""name":"a""#))
        let error = #expect(throws: AccessStore.FormatError.self) { try AccessStore(decoding: Array(two.utf8)) }
        #expect(error?.description.contains("same name") == true)
    }

    @Test("a truncated or altered file is decoded whole or rejected, without a crash")
    func mutations() throws {
        let bytes = try store().encoded()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: broken.indices, using: &generator)
                broken[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random() { broken.removeLast(Int.random(in: 0..<broken.count)) }
            guard let store = try? AccessStore(decoding: broken) else { continue }
            #expect(store.tokens.count == 1 && store.shares.count == 2)
        }
    }
}
