import Testing

@testable import Web

@Suite struct AcceptedTypesTests {
    private static let offers = ["application/json", "application/geo+json", "text/csv"]

    @Test(
        "the best offered type is selected",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/csv", "text/csv"), ("text/*", "text/csv"),
            ("application/geo+json, */*;q=0.1", "application/geo+json"), ("TEXT/CSV ; q=0.5", "text/csv"),
            ("application/json;q=0.2, text/csv;q=0.3", "text/csv"), ("image/png", nil), ("application/json;q=0", nil),
            ("*/*, application/json;q=0", "application/geo+json"), ("", "application/json"),
            (",;/", "application/json"),
            ("text/csv;q=nonsense", nil),
        ] as [(String?, String?)])
    func best(_ header: String?, _ expected: String?) {
        #expect(AcceptedTypes(header).best(of: Self.offers) == expected)
    }
}
