import Location
import Places
import Testing

@testable import Daemon

struct OrderBookTests {
    private func name(_ text: String) throws -> PlaceName { try #require(PlaceName(text)) }

    @Test("where nothing was ever asked for, nothing is")
    func nothing() throws {
        var book = OrderBook(wasAsked: false)
        book.note(inside: [])
        #expect(!book.isDue)
        book.note(inside: [try name("Home")])
        #expect(book.isDue)
    }

    @Test("after a restart, targets of the run before are asked to end")
    func restart() {
        var book = OrderBook(wasAsked: true)
        #expect(!book.isDue)
        book.note(inside: [])
        #expect(book.isDue)
    }

    @Test("the same again is not asked for again, until it has been and something changes")
    func again() throws {
        var book = OrderBook(wasAsked: false)
        let (home, work) = (try name("Home"), try name("Work"))
        book.note(inside: [home, work])
        book.noteAsked()
        book.note(inside: [work, home])
        #expect(!book.isDue)
        book.note(inside: [work])
        #expect(book.isDue)
    }

    @Test("what happens counts once it is certain in which places one is")
    func occurrences() throws {
        var book = OrderBook(wasAsked: true)
        let (home, work) = (try name("Home"), try name("Work"))
        book.note(.enter, home)
        #expect(book.places == nil)
        #expect(!book.isDue)
        book.note(inside: [home])
        book.noteAsked()
        book.note(.enter, home)
        book.note(.dragging, work)
        #expect(!book.isDue)
        book.note(.enter, work)
        #expect(book.places == [home, work])
        book.note(.leave, home)
        #expect(book.places == [work])
        #expect(book.isDue)
    }
}
