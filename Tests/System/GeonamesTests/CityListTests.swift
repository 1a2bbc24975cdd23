import Testing

@testable import Geonames

/// Debian and its derivatives alone have the library.
private let hasLibrary = CityList() != nil

struct CityListTests {
    @Test(
        "every city has a name and a position, and their number is that of Debian's library", .enabled(if: hasLibrary))
    func all() throws {
        let list = try #require(CityList())
        let cities = (0..<list.count).compactMap { list.city($0) }
        #expect(cities.count == list.count && cities.count > 20_000)
        #expect(cities.allSatisfy { !$0.name.isEmpty && (-90...90).contains($0.latitude) })
        #expect(cities.allSatisfy { (-180...180).contains($0.longitude) && $0.line.split(separator: "\t").count >= 5 })
        let melbourne = try #require(cities.first { $0.name == "Melbourne" && $0.country == "AU" })
        #expect(melbourne.region == "Victoria" && abs(melbourne.latitude + 37.81) < 0.02)
    }

    @Test("the help explains the output and each option")
    func help() {
        #expect(GeonamesHelp.text.hasPrefix("Usage: whereismy-geonames [--mark|--help]\nPrint the cities "))
        for part in ["whereismy gazetteer import", "separated by tabs", "\n      --mark  ", "\n  -h, --help  "] {
            #expect(GeonamesHelp.text.contains(part))
        }
    }

    @Test("an index out of range has no city", .enabled(if: hasLibrary))
    func none() throws {
        let list = try #require(CityList())
        for index in [-1, list.count, .max] { #expect(list.city(index) == nil) }
    }

    @Test("without the library there is no list", arguments: ["libgeonames.so.none", "libc.so.6"])
    func missing(library: String) {
        #expect(CityList(library: library) == nil)
    }

    @Test("the library is found among the mappings by its file name")
    func library() {
        let maps = """
            55d0-55d1 r-xp 00000000 08:01 12   /opt/libgeonames.so.d/whereismy-geonames
            7f00-7f01 rw-p 00000000 00:00 0 [heap]
            7f10-7f11 r--p 00000000 08:01 77                   /usr/lib/a b/libgeonames.so.0.3.0
            7f11-7f12 r-xp 00001000 08:01 77                   /usr/lib/a b/libgeonames.so.0.3.0
            """
        #expect(CityList.libraryFile(in: maps) == "/usr/lib/a b/libgeonames.so.0.3.0")
        #expect(CityList.libraryFile(in: "7f10-7f11 r--p 0 08:01 77 /usr/lib/libglib.so\n\n/") == nil)
    }

    @Test("a line has six columns for any name")
    func line() {
        let city = City(
            name: "A\tB\nC", region: "", country: "DE", latitude: 1.5, longitude: -2, population: 7)
        #expect(city.line == "A B C\t\tDE\t1.5\t-2.0\t7\n")
    }
}
