import Languages
import Testing

struct LanguageTableTests {
    private static let json = """
        {"trip": {"name": "To {place} by {way}", "no-way": "No way",
          "stays": {"one": "{count} postój", "few": "{count} postoje", "many": "{count} postojów", "other": "{count} postoju"}}}
        """

    private func table(_ json: String = json, _ language: Language = .polish) throws -> LanguageTable {
        try LanguageTable(json: Array(json.utf8), of: language)
    }

    @Test("a text has its values, in one pass")
    func values() throws {
        let table = try table()
        #expect(table.text("trip.name", ["place": "Gdynia {way}", "way": "sea"]) == "To Gdynia {way} by sea")
        #expect(table.text("trip.name", ["place": "Gdynia"]) == "To Gdynia by {way}")
        #expect(table.text("trip.no-way") == "No way")
    }

    @Test(
        "a count selects the plural form, and the general one is for any other",
        arguments: [(1, "1 postój"), (3, "3 postoje"), (5, "5 postojów"), (nil, "{count} postoju")])
    func plural(count: Int?, text: String) throws {
        #expect(try table().text("trip.stays", count: count) == text)
    }

    @Test("a form that the table lacks is the general one")
    func lackingForm() throws {
        let table = try table(#"{"a": {"days": {"one": "{count} jour", "other": "{count} jours"}}}"#, .french)
        #expect(table.text("a.days", count: 3_000_000) == "3000000 jours")
    }

    @Test("what a table lacks is in the one that completes it, otherwise the words of the key")
    func missing() throws {
        let own = #"{"trip": {"no-way": "Keine"}, "a": {}}"#
        let table = try LanguageTable(json: Array(own.utf8), of: .german, completedBy: table(Self.json, .english))
        #expect(table.text("trip.no-way") == "Keine")
        #expect(table.text("trip.stays", count: 1) == "1 postój")
        #expect(table.text("trip.to-the-sea") == "to the sea")
        #expect(table.text("sea") == "sea")
        #expect(table.text("") == "")
    }

    @Test("the texts of a section have their plural forms by category")
    func section() throws {
        let texts = try table().texts(of: "trip")
        #expect(texts.keys.sorted() == ["name", "no-way", "stays-few", "stays-many", "stays-one", "stays-other"])
        #expect(texts["stays-few"] == "{count} postoje" && texts["no-way"] == "No way")
        #expect(try table().texts(of: "sea").isEmpty)
    }

    @Test(
        "decimals follow the mark of the language",
        arguments: [(Language.german, "-3,5"), (.english, "-3.5"), (.japanese, "-3.5")])
    func number(language: Language, text: String) throws {
        #expect(try table(Self.json, language).number("-3.5") == text)
    }

    @Test(
        "a damaged file is an error",
        arguments: ["", "{", "[]", #"{"a": "b"}"#, #"{"a": {"b": 1}}"#, #"{"a": {"b": {"one": 2}}}"#])
    func damaged(json: String) throws {
        #expect(throws: DecodingError.self) { try table(json) }
    }
}
