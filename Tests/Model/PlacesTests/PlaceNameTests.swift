import Testing

@testable import Places

struct PlaceNameTests {
    @Test(
        "accepts names that fit a unit instance",
        arguments: [
            "home", "Nana's house", "Zürich", "a-b.c:d_e", "100 %", "家", String(repeating: "a", count: 64),
            String(repeating: "é", count: 29), "...", "\\",
        ])
    func accepts(text: String) {
        #expect(PlaceName(text)?.text == text)
    }

    @Test("reserves the names of the anchor watch and of the receiver in lists of events")
    func reserved() {
        let reserved = ["anchor", "receiver", "Receiver"].map { PlaceName($0)?.isReserved }
        #expect(reserved == [true, true, false])
    }

    @Test(
        "rejects other names",
        arguments: [
            "", "a/b", "/", ".", "..", " home", "home\n", "a\u{7}b", "a\u{202E}b", "a\u{2028}b", "a\u{0}",
            String(repeating: "a", count: 65), String(repeating: "é", count: 30), String(repeating: "-", count: 59),
        ])
    func refuses(text: String) {
        #expect(PlaceName(text) == nil)
    }

    @Test(
        "escapes names like systemd-escape(1) of systemd 252",
        arguments: [
            ("home", "home"), ("my home", "my\\x20home"), ("a-b", "a\\x2db"), (".b", "\\x2eb"), ("a.b", "a.b"),
            ("é", "\\xc3\\xa9"), ("a:b_c", "a:b_c"), ("a\\b", "a\\x5cb"), ("100%", "100\\x25"), ("@", "\\x40"),
        ])
    func escapes(text: String, escaped: String) throws {
        let name = try #require(PlaceName(text))
        #expect(name.unitInstance == escaped)
    }

    @Test("limits the dwell time to 0 to an hour")
    func dwell() throws {
        let name = try #require(PlaceName("home"))
        let shape = PlaceShape.circle(try Samples.circle(1, 2, radius: 10))
        #expect(Place(name: name, shape: shape)?.dwell == .seconds(10))
        #expect(Place(name: name, shape: shape, dwell: .zero) != nil)
        #expect(Place(name: name, shape: shape, dwell: .seconds(3600)) != nil)
        #expect(Place(name: name, shape: shape, dwell: .seconds(3601)) == nil)
        #expect(Place(name: name, shape: shape, dwell: .milliseconds(-1)) == nil)
        #expect(Place(name: name, shape: shape, dwell: .seconds(Int64.max)) == nil)
    }
}
