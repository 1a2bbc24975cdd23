import Languages
import Testing

struct AcceptedLanguagesTests {
    @Test(
        "the language with the highest weight is chosen, the first of equals",
        arguments: [
            ("de", Language.german), ("de-AT, en;q=0.5", .german), ("fr;q=0.4, pl;q=0.9, en;q=0.8", .polish),
            ("sv, nl", .swedish), ("pt-BR", .portuguese), ("zh-Hant-TW, ja-JP;q=0.7", .japanese),
            ("IT-it", .italian), ("cs, es ; q=0.3", .spanish), ("*", .english), ("*;q=0.5, nl;q=0.4", .english),
            ("fr;q=0.5,*;q=0.1", .french),
        ])
    func best(header: String, language: Language) {
        #expect(AcceptedLanguages(header).best == language)
    }

    @Test(
        "what is not accepted, unknown or damaged is English",
        arguments: [
            nil, "", ",,;", "cs", "de;q=0", "de;q=2", "de;q=x", "-", ";q=1", "german", "d", "de_DE", "q=1",
            String(repeating: "de;q=0,", count: 10_000),
        ])
    func none(header: String?) {
        #expect(AcceptedLanguages(header).best == .english)
    }

    @Test("a long header is read in part")
    func long() {
        #expect(AcceptedLanguages(String(repeating: "cs,", count: 10_000) + "de").best == .english)
    }
}
