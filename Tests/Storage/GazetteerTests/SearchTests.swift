import Gazetteer
import Testing

struct SearchTests {
    private static let cities = """
        name,lat,lon,population,code,country
        London,51.5,-0.12,8961989,,GB
        London,42.98,-81.23,422324,,CA
        East London,-33.01,27.9,478676,,ZA
        Londonderry,55,-7.3,,BT47,GB
        München,48.13,11.57,1260391,80331,DE
        São Paulo,-23.55,-46.63,12400232,,BR
        東京,35.69,139.69,8336599,,JP
        दिल्ली,28.66,77.23,11034555,,IN
        Εύβοια,38.5,24,,,GR
        Hotel London,1,1,,,XX
        Lone Pine,36.6,-118,,93545,US
        """

    private let gazetteer: ScratchGazetteer

    init() throws {
        gazetteer = try ScratchGazetteer()
        try gazetteer.add("cities", Self.cities)
    }

    private func names(_ text: String, count: Int = 10) throws -> [String] {
        try gazetteer.store.search(text, count: count).map { "\($0.name) \($0.country ?? "")" }
    }

    @Test("populous places come first, then whole-word matches, then the others")
    func order() throws {
        #expect(
            try names("london") == ["London GB", "East London ZA", "London CA", "Hotel London XX", "Londonderry GB"])
        #expect(try names("lon", count: 1) == ["London GB"])
        #expect(try names("lon").suffix(3) == ["Londonderry GB", "Hotel London XX", "Lone Pine US"])
    }

    @Test(
        "accents and case are ignored, in any alphabet",
        arguments: [
            ("munchen", "München DE"), ("MÜNCH", "München DE"), ("sao p", "São Paulo BR"), ("東", "東京 JP"),
            ("दिल्", "दिल्ली IN"), ("ευβ", "Εύβοια GR"), ("80331", "München DE"), ("bt4", "Londonderry GB"),
            ("paulo são", "São Paulo BR"), ("  london,  east ", "East London ZA"),
        ])
    func found(text: String, name: String) throws {
        #expect(try names(text) == [name])
    }

    @Test(
        "letters with strokes and ligatures are found by plain letters and by themselves",
        arguments: [
            ("tromso", "Tromsø"), ("lodz", "Łódź"), ("lange strasse", "Lange Straße"), ("aero", "Ærø"),
            ("dakovo", "Đakovo"),
            ("seydisf", "Seyðisfjörður"), ("thorsh", "Þórshöfn"), ("phoeb", "Phœbus"), ("diyarbakir", "Diyarbakır"),
            ("izmir", "İzmir"), ("gross", "GROẞ"), ("oeuf", "Œuf"), ("vaero", "Vǽrǿ"), ("oster", "Øster"),
            ("slask", "śląsk łódź"), ("oresund", "Øresund"), ("hal q", "Ħal Qormi"), ("vuotta", "Vuoŧŧa"),
            ("gence", "Gəncə"), ("karasjo", "Kárášjohka"), ("hawaii", "Hawaiʻi"), ("орел", "Орёл"),
        ])
    func plainLetters(text: String, name: String) throws {
        let letters = try ScratchGazetteer()
        try letters.add("letters", "name,lat,lon\n\(name),1,2\n")
        for text in [text, text.uppercased(), name, name.lowercased(), name.uppercased()] {
            #expect(try letters.store.search(text, count: 9).map(\.name) == [name], "\(text)")
        }
    }

    @Test(
        "FTS5 syntax in the text has no effect",
        arguments: [
            "", " ", "*", "\"", "'", "()", "-", "london NOT east", "words:london", "^london\"", "\u{0}", "🚀",
            "a\u{104B0}b",
            "x\u{1E900}y",
        ])
    func hostile(text: String) throws {
        let found = try gazetteer.store.search(text, count: 5)
        #expect(found.allSatisfy { $0.name.contains("London") })
    }

    @Test("long prefixes are found, also of accented words and beside a more common word")
    func longBeginnings() throws {
        let common = (1...300).map { "Cemetery \($0),1,1" }.joined(separator: "\n")
        try gazetteer.add("graves", "name,lat,lon\n\(common)\nCemetière,1,1\nCemetiko,2,2\n")
        let store = gazetteer.store
        #expect(try store.search("cemete", count: 3).map(\.name) == ["Cemetery 1", "Cemetery 2", "Cemetery 3"])
        #expect(try store.search("cemeti", count: 3).map(\.name) == ["Cemetière", "Cemetiko"])
        #expect(try store.search("cemetery 29", count: 99).count == 11)
    }

    @Test("a search is limited to a source, or covers all in order of population")
    func sources() throws {
        try gazetteer.add("more", "name,lat,lon,population\nLondon Major,1,1,9999999\nLondon Minor,1,1,5\n")
        #expect(try names("london", count: 2) == ["London Major ", "London GB"])
        let store = gazetteer.store
        #expect(try store.search("london", count: 1, source: "cities").map(\.source) == ["cities"])
        #expect(try store.search("london", count: 0) == [])
    }
}
