import Orders
import Testing

struct InboxListingTests {
    @Test("orders, events in their order, and what does not belong there")
    func sorts() {
        let listing = InboxListing(["10.json", "x", ".10.json.new", "9.json", ".asked", "places"])
        #expect(listing.hasPlaces)
        #expect(listing.hooks.map(\.value) == [9, 10])
        #expect(listing.unexpected == ["x"])
    }

    @Test("an order that was taken and not carried out is one still")
    func taken() {
        let listing = InboxListing(["places-taken"])
        #expect(listing.hasTakenPlaces && !listing.hasPlaces && listing.unexpected.isEmpty)
    }

    @Test("where there is too much, what is hidden has to go too, since orders may be behind it")
    func full() {
        let hidden = (0..<InboxListing.maxNames - 1).map { ".\($0)" }
        #expect(InboxListing(hidden).unexpected.isEmpty)
        let listing = InboxListing(hidden + ["1.json"])
        #expect(listing.unexpected == hidden)
        #expect(!listing.hasPlaces)
    }
}
