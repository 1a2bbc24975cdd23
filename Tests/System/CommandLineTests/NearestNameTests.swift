import CommandLine
import Testing

struct NearestNameTests {
    private static let names = ["last", "open", "page", "replay"]

    @Test(
        "finds the nearest name",
        arguments: [
            ("opne", "open"), ("pages", "page"), ("rep", "replay"), ("lst", "last"), ("repaly", "replay"),
            ("o", "open"),
        ])
    func near(text: String, name: String) {
        #expect(Self.names.nearest(to: text) == name)
    }

    @Test("does not guess wildly", arguments: ["", "zzz", "status", String(repeating: "x", count: 10_000)])
    func far(text: String) {
        #expect(Self.names.nearest(to: text) == nil)
        #expect(Self.names.hint(for: text) == "known are last, open, page, replay")
    }
}
