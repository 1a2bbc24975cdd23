import Testing

@testable import Web

@Suite struct PathSegmentsTests {
    @Test(
        "a path is split and decoded",
        arguments: [
            ("/", [""]), ("/v1/report", ["v1", "report"]), ("/v1/", ["v1", ""]), ("/a%20b/%C3%A9", ["a b", "é"]),
            ("//x", ["", "x"]),
        ])
    func path(_ text: String, _ expected: [String]) {
        #expect(PathSegments.parse(text) == expected)
    }

    @Test(
        "a path that leads elsewhere or is invalid is rejected",
        arguments: [
            "", "x", "*", "http://host/v1", "/../etc/passwd", "/a/../b", "/./a", "/%2e%2e/x", "/%2E/x", "/a%2fb",
            "/a%00b",
            "/a%0ab", "/%", "/%4", "/%zz", "/%ff%fe", "/a\u{7F}b",
        ])
    func rejected(_ text: String) {
        #expect(PathSegments.parse(text) == nil)
    }
}
