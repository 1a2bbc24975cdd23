import Orders
import Testing

struct InboxListingTests {
    @Test("names are sorted into orders, events and unexpected ones")
    func sorts() {
        let listing = InboxListing(["10.json", "x", "9.json", "places"])
        #expect(listing.hasPlaces)
        #expect(listing.hooks.map(\.value) == [9, 10])
        #expect(listing.unexpected == ["x"])
    }

    @Test("a taken order that was not completed counts")
    func taken() {
        let listing = InboxListing(["places-taken"])
        #expect(listing.hasTakenPlaces && !listing.hasPlaces && listing.unexpected.isEmpty)
    }
}
