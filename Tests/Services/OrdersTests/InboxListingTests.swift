import Orders
import Testing

struct InboxListingTests {
    @Test("names are sorted into orders, events and unexpected ones")
    func sorts() {
        let listing = InboxListing(["10.json", "x", ".10.json.new", "9.json", ".asked", "places"])
        #expect(listing.hasPlaces)
        #expect(listing.hooks.map(\.value) == [9, 10])
        #expect(listing.unexpected == ["x"])
    }

    @Test("a taken order that was not completed counts")
    func taken() {
        let listing = InboxListing(["places-taken"])
        #expect(listing.hasTakenPlaces && !listing.hasPlaces && listing.unexpected.isEmpty)
    }

    @Test("with too many names, hidden ones are unexpected too")
    func full() {
        let hidden = (0..<InboxListing.maxNames - 1).map { ".\($0)" }
        #expect(InboxListing(hidden).unexpected.isEmpty)
        let listing = InboxListing(hidden + ["1.json"])
        #expect(listing.unexpected == hidden)
        #expect(!listing.hasPlaces)
    }
}
