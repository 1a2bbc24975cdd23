import Location
import Places
import Testing

@testable import Daemon

struct HelperRequestsTests {
    private func name(_ text: String) throws -> PlaceName { try #require(PlaceName(text)) }

    @Test("without an earlier request there is none")
    func nothing() throws {
        var book = HelperRequests(hasRequested: false)
        book.update(inside: [])
        #expect(!book.isDue)
        book.update(inside: [try name("Home")])
        #expect(book.isDue)
    }

    @Test("after a restart, targets of the earlier run are stopped")
    func restart() {
        var book = HelperRequests(hasRequested: true)
        #expect(!book.isDue)
        book.update(inside: [])
        #expect(book.isDue)
    }

    @Test("an unchanged request is not repeated")
    func again() throws {
        var book = HelperRequests(hasRequested: false)
        let (home, work) = (try name("Home"), try name("Work"))
        book.update(inside: [home, work])
        book.markRequested()
        book.update(inside: [work, home])
        #expect(!book.isDue)
        book.update(inside: [work])
        #expect(book.isDue)
    }

    @Test("events count once the set of places is certain")
    func occurrences() throws {
        var book = HelperRequests(hasRequested: true)
        let (home, work) = (try name("Home"), try name("Work"))
        book.apply(.enter, at: home)
        #expect(book.places == nil)
        #expect(!book.isDue)
        book.update(inside: [home])
        book.markRequested()
        book.apply(.enter, at: home)
        book.apply(.dragging, at: work)
        #expect(!book.isDue)
        book.apply(.enter, at: work)
        #expect(book.places == [home, work])
        book.apply(.leave, at: home)
        #expect(book.places == [work])
        #expect(book.isDue)
    }
}
