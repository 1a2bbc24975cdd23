import Access
import Basics
import Location
import Testing

struct ShareTests {
    @Test("a share opens by its secret until it expires or is revoked; all others give nil")
    func life() throws {
        var store = AccessStore()
        let secret = try secret(1)
        let share = try store.addShare(ShareOptions(end: .after(.minutes(60))), secret: secret, at: .start)
        #expect(share.id.utf8.count == 8 && !secret.text.contains(share.id))
        #expect(store.share(for: secret.text, at: .start) == share)
        #expect(store.share(for: secret.text, at: .start + .minutes(59)) == share)
        #expect(store.share(for: secret.text, at: .start + .minutes(60)) == nil)
        for other in [try self.secret(2).text, share.id, share.hash.hexadecimal, "", "%00", secret.text + "a"] {
            #expect(store.share(for: other, at: .start) == nil)
        }
        try store.revokeShare(share.id)
        #expect(store.share(for: secret.text, at: .start) == nil)
        let error = #expect(throws: AccessError.self) { try store.revokeShare("x\n") }
        #expect(error?.kind == .absent && error?.description.contains("\n") == false)
    }

    private func secret(_ number: UInt8) throws -> Secret { try AccessTests.secret(number) }

    @Test("a share is inactive for a clock before its creation, but for a small correction")
    func clock() throws {
        var store = AccessStore()
        let secret = try secret(1)
        _ = try store.addShare(ShareOptions(), secret: secret, at: .start + .days(1))
        #expect(store.share(for: secret.text, at: .start) == nil)
        #expect(store.share(for: secret.text, at: .start + .days(1) + .seconds(-300)) != nil)
        #expect(store.share(for: secret.text, at: .start + .days(1) + .seconds(-301)) == nil)
    }

    @Test("the default share is exact and lasts two hours from now")
    func defaults() throws {
        var store = AccessStore()
        let share = try store.addShare(ShareOptions(), secret: .random(), at: .start)
        #expect(share.expires == .start + .minutes(120) && share.precision == nil && share.delay == .zero)
        #expect(share.trackStart == .start && share.since == nil && share.label == nil)
        let late = try store.addShare(
            ShareOptions(delay: .minutes(30), label: "", note: ""), secret: .random(), at: .start)
        #expect(late.trackStart == .start + .minutes(-30) && late.label == nil && late.note == nil)
        let titled = try store.addShare(
            ShareOptions(label: "Our van", note: "for Ada"), secret: .random(), at: .start)
        #expect(titled.label == "Our van" && titled.note == "for Ada")
        let since = try store.addShare(ShareOptions(since: .start + .days(-1)), secret: .random(), at: .start)
        #expect(since.trackStart == .start + .days(-1))
    }

    static let nonsense: [(String, ShareOptions)] = [
        ("no life", ShareOptions(end: .after(.zero))), ("a past", ShareOptions(end: .after(.seconds(-60)))),
        ("two years", ShareOptions(end: .after(.days(800)))), ("an end that is over", ShareOptions(end: .at(.start))),
        ("an end far away", ShareOptions(end: .at(Timestamp(milliseconds: .max)))),
        ("no precision", ShareOptions(precision: 0)), ("a precision below none", ShareOptions(precision: -5)),
        ("no number", ShareOptions(precision: .nan)), ("a planet", ShareOptions(precision: 1e7)),
        ("a negative delay", ShareOptions(delay: .seconds(-1))), ("a delay of a year", ShareOptions(delay: .days(365))),
        ("a begin after the end", ShareOptions(since: .start + .days(1))),
        ("a note of two lines", ShareOptions(note: "a\nb")),
        ("a long note", ShareOptions(note: String(repeating: "a", count: 101))),
        ("two lines", ShareOptions(label: "a\nb")), ("a book", ShareOptions(label: String(repeating: "a", count: 101))),
    ]

    @Test("invalid options are rejected on one line", arguments: nonsense)
    func rejected(name: String, options: ShareOptions) {
        var store = AccessStore()
        let error = #expect(throws: AccessError.self) { try store.addShare(options, secret: .random(), at: .start) }
        #expect(error?.kind == .invalid)
        #expect(error?.description.contains("\n") == false)
        #expect(store.shares.isEmpty)
    }
}
