import Command
import CommandLine
import Configuration
import Linux
import SQLite
import TestSupport
import Testing

/// A gazetteer for tests of commands.
struct GazetteerCommandTests {
    private static let postcodes = """
        postcode,suburb,state,latitude,longitude
        3000,MELBOURNE,VIC,-37.814563,144.970267
        3053,CARLTON,VIC,-37.798,144.967
        7000,HOBART,TAS,-42.8819,147.3238
        0000,NOWHERE,VIC,,
        """

    private let directory: ScratchDirectory
    private let system: FakeSystem

    init() throws {
        directory = try ScratchDirectory()
        system = FakeSystem(files: [FakeSystem.report: SampleReport.file()])
        try directory.write("postcodes.csv", Array(Self.postcodes.utf8))
    }

    private func run(_ arguments: String...) -> CommandResult {
        system.run(arguments + ["--state-directory", directory.path])
    }

    private func fill() {
        #expect(run("gazetteer", "import", directory.file("postcodes.csv")).code == .success)
    }

    @Test("a table is imported, listed and removed")
    func sources() {
        let imported = run("gazetteer", "import", directory.file("postcodes.csv"))
        #expect(imported.text == "postcodes: 3 places\n" && imported.code == .success)
        #expect(imported.diagnostics == "line 5: no position\n1 rows are not places and were skipped")
        let list = run("gazetteer", "list")
        let file = directory.file("postcodes.csv")
        #expect(list.text == "postcodes  csv  3 places  2026-01-01 01:07:02 +01:00  \(file)\n")
        let json = run("gazetteer", "list", "--format", "json")
        #expect(
            json.text
                == "{\"sources\":[{\"name\":\"postcodes\",\"kind\":\"csv\",\"rows\":3,\"skipped\":1,"
                + "\"imported\":\"2026-01-01T00:07:02.311Z\",\"file\":\"\(directory.file("postcodes.csv"))\"}]}\n")
        #expect(run("gazetteer", "remove", "postcodes").text == "removed postcodes\n")
        #expect(
            run("gazetteer", "list") == CommandResult(diagnostics: "the gazetteer is empty", code: .nothingKnown))
        let again = run("gazetteer", "remove", "postcodes")
        #expect(again.diagnostics == "no source \"postcodes\" in the gazetteer; available: none")
        #expect(again.code == .failure)
    }

    @Test("an import makes the state directory that it is given")
    func newDirectory() throws {
        let new = directory.file("new/state")
        let arguments = ["gazetteer", "import", directory.file("postcodes.csv"), "--state-directory", new]
        #expect(system.run(arguments).text == "postcodes: 3 places\n")
        #expect(try FileStatus(of: new).mode == 0o750)
        #expect(try FileStatus(of: "\(new)/places.db").kind == .regular)
    }

    @Test("nearest works for a given position, also in the south, and for the current one")
    func nearest() {
        fill()
        let json = run("nearest", "--format", "json", "-37.81,144.97", "--count", "2", "--within", "20km")
        #expect(json.code == .success)
        #expect(
            json.text
                == "[{\"name\":\"MELBOURNE\",\"region\":\"VIC\",\"code\":\"3000\",\"latitude\":-37.814563,"
                + "\"longitude\":144.970267,\"distance\":507.0,\"bearing\":177.3,\"source\":\"postcodes\"},"
                + "{\"name\":\"CARLTON\",\"region\":\"VIC\",\"code\":\"3053\",\"latitude\":-37.798,"
                + "\"longitude\":144.967,\"distance\":1357.9,\"bearing\":348.8,\"source\":\"postcodes\"}]\n")
        #expect(
            run("nearest", "-37.81", "144.97").text
                == "MELBOURNE, VIC  3000  507 m to the south  -37.814563, 144.970267\n")
        let here = run("nearest")
        #expect(here.text.hasPrefix("MELBOURNE, VIC  3000  ") && here.code == .success)
    }

    @Test("no place within the distance is reported")
    func none() {
        fill()
        // Who asks for a number of places gets it, however far they are.
        #expect(run("nearest", "0,0", "--count", "2").lines.count == 2)
        let result = run("nearest", "0,0")
        #expect(result.diagnostics == "no place within 11.1 km of 0.000000, 0.000000")
        #expect(result.text.isEmpty && result.code == .nothingKnown)
        #expect(run("nearest", "0,0", "--format", "json").text == "[]\n")
    }

    @Test("the maximum distance comes from the configuration, unless given as an option")
    func limit() {
        let file = "/etc/whereismy/whereismy.conf"
        let system = FakeSystem(files: [file: Array("[places]\nnearest-within = 300m\n".utf8)])
        fill()
        let arguments = ["nearest", "-37.81,144.97", "--state-directory", directory.path]
        #expect(system.run(arguments).diagnostics == "no place within 300 m of -37.810000, 144.970000")
        #expect(system.run(arguments + ["--within", "0.6km"]).text.hasPrefix("MELBOURNE"))
    }

    @Test("places are found by name, and opened on a map")
    func search() {
        fill()
        #expect(run("search", "melb").text == "MELBOURNE, VIC  3000  -37.814563, 144.970267\n")
        #expect(run("search", "7000", "--format=json").text.hasPrefix("[{\"name\":\"HOBART\","))
        #expect(run("search", "xyz").diagnostics == "no place found for \"xyz\"")
        #expect(run("search", "hob", "--open").text.hasPrefix("https://www.openstreetmap.org/?mlat=-42.8819"))
    }

    @Test("the source of each place is shown if there are several and none is selected")
    func mixed() throws {
        fill()
        try directory.write("huts.csv", Array("name,lat,lon\nMelting Hut,-37.8,144.9\n".utf8))
        #expect(run("gazetteer", "import", directory.file("huts.csv")).code == .success)
        let rows = """
            Melting Hut           -37.800000, 144.900000  huts
            MELBOURNE, VIC  3000  -37.814563, 144.970267  postcodes

            """
        #expect(run("search", "mel").text == rows)
        let page = run("browse", "--after", "mel", "--count", "1").text
        #expect(page == "MELBOURNE, VIC  3000  -37.814563, 144.970267  postcodes\n")
        #expect(run("nearest", "-37.8,144.9").text == "Melting Hut    0 m  -37.800000, 144.900000  huts\n")
        #expect(run("search", "mel", "--source", "huts").text == "Melting Hut    -37.800000, 144.900000\n")
        #expect(run("search", "melt", "--format", "json").text.hasSuffix(",\"source\":\"huts\"}]\n"))
    }

    @Test("pages follow one another")
    func browse() {
        fill()
        let first = run("browse", "--count", "2")
        #expect(first.text.split(separator: "\n").map { $0.prefix(6) } == ["CARLTO", "HOBART"])
        #expect(first.diagnostics == "more: --after '1:3:HOBART'")
        let second = run("browse", "--after", "1:3:HOBART")
        #expect(second.text.hasPrefix("MELBOURNE") && second.diagnostics.isEmpty)
        #expect(run("browse", "--by", "code", "--count", "1").text.hasPrefix("MELBOURNE"))
    }

    @Test(
        "invalid arguments are rejected with the fix",
        arguments: [
            (["nearest", "x"], "\"x\" is not a position; accepted: -37.81,144.96 in degrees"),
            (["nearest", "91,0"], "\"91,0\" is not a position; accepted: -37.81,144.96 in degrees"),
            (
                ["nearest", "--within", "far"],
                "--within: \"far\" is not a distance from 0 to 21000km, such as 500m or 20km"
            ),
            (
                ["nearest", "--within", "50000km"],
                "--within: \"50000km\" is not a distance from 0 to 21000km, such as 500m or 20km"
            ),
            (["nearest", "--count", "0"], "--count: \"0\" is not a number from 1 to 1000"),
            (["search"], "search needs a text: whereismy search [OPTION]... TEXT"),
            (
                ["gazetteer", "import", "-"],
                "the places of standard input need a name for their source; fix: --name NAME, such as towns"
            ),
            (
                ["gazetteer", "import", "-", "--name", ""],
                "--name: \"\" is not a name of 1 to 64 bytes of text; fix: --name NAME, such as towns"
            ),
            (
                ["gazetteer", "import", "/tmp/\(String(repeating: "x", count: 65)).csv"],
                "the name of the file: \"\(String(repeating: "x", count: 65))\" is not a name of 1 to 64 bytes of text; "
                    + "fix: --name NAME, such as towns"
            ),
            (["gazetteer", "list", "--kind", "csv"], "--kind is only for import"),
            (["gazetteer", "list", "--if-changed"], "--if-changed is only for import"),
            (
                ["gazetteer", "import", "--if-changed", "x.csv"],
                "--if-changed takes no file: it imports the cities of libgeonames"
            ),
        ])
    func usage(arguments: [String], message: String) {
        let result = system.run(arguments)
        #expect(result.code == .usage && result.diagnostics == message)
    }

    @Test("a file that is not a table is reported with the reason")
    func noTable() throws {
        try directory.write("x.csv", Array("name,lat\na,1\n".utf8))
        let result = run("gazetteer", "import", directory.file("x.csv"))
        #expect(result.diagnostics.hasPrefix("\(directory.file("x.csv")): no column \"longitude\" in the first line"))
        #expect(result.code == .failure)
    }

    @Test("a missing gazetteer is reported with the command that creates it")
    func absent() {
        let result = run("search", "x")
        #expect(result.code == .failure)
        #expect(
            result.diagnostics
                == "\(directory.file("places.db")): no gazetteer; fix: whereismy gazetteer import")
    }

    /// Imports cities from a script that prints two files; returns the result of the command.
    private func importCities(_ mark: String?, _ cities: String, _ options: String...) throws -> CommandResult {
        try directory.write("cities", Array(cities.utf8))
        let response = mark.map { "echo '\($0)'" } ?? "exit 1"
        return try importCities(
            """
            #!/bin/sh
            if [ "$1" = --mark ]; then \(response); else cat '\(directory.file("cities"))'; fi
            """, options)
    }

    private func importCities(_ script: String, _ options: [String]) throws -> CommandResult {
        try directory.write("script", Array(script.utf8))
        // Another process writes the script: a process started by a parallel test could inherit the open file and keep
        // it from being executed.
        let arguments = ["-m", "755", directory.file("script"), directory.file("whereismy-geonames")]
        let copy = try ChildProcess("/usr/bin/install", arguments)
        #expect(copy.wait(atMost: .seconds(20)) == .exited(0))
        return FakeSystem(programDirectory: directory.path).run(
            ["gazetteer", "import"] + options + ["--state-directory", directory.path])
    }

    private static let london = "London\tEngland\tGB\t51.5\t-0.12\t8900000\n"

    @Test("--if-changed imports cities only after the library changed")
    func changes() throws {
        let first = try importCities("/lib/geonames, 7 bytes", Self.london, "--if-changed")
        #expect(first.text == "cities: 1 places\n" && first.diagnostics.isEmpty && first.code == .success)
        #expect(run("gazetteer", "list").text.hasSuffix("  /lib/geonames, 7 bytes\n"))
        let paris = "Paris\t\tFR\t48.86\t2.35\t2100000\n"
        let same = try importCities("/lib/geonames, 7 bytes", Self.london + paris, "--if-changed")
        #expect(same.text == "cities: 1 places, unchanged\n" && same.code == .success)
        let json = try importCities("/lib/geonames, 7 bytes", "", "--if-changed", "--format", "json")
        #expect(json.text == "{\"rows\":1,\"skipped\":0}\n")
        #expect(
            try importCities("/lib/geonames, 8 bytes", Self.london + paris, "--if-changed").text == "cities: 2 places\n"
        )
        #expect(try importCities("/lib/geonames, 8 bytes", Self.london).text == "cities: 1 places\n")
    }

    @Test("--if-changed preserves the user's own table of that name")
    func ownCities() throws {
        try directory.write("cities.csv", Array("name,lat,lon\nHome,1,2\n".utf8))
        #expect(run("gazetteer", "import", directory.file("cities.csv")).code == .success)
        #expect(try importCities("m", Self.london, "--if-changed").text == "cities: 1 places, unchanged\n")
        #expect(run("search", "home").text.hasPrefix("Home"))
    }

    @Test("--if-changed migrates an older gazetteer and preserves the user's table in it")
    func olderCities() throws {
        try directory.write("cities.csv", Array("name,lat,lon\nHome,1,2\n".utf8))
        #expect(run("gazetteer", "import", directory.file("cities.csv")).code == .success)
        try Connection(directory.file("places.db"), mode: .readWrite).execute(
            "DELETE FROM migration WHERE version = 2; PRAGMA user_version = 1")
        #expect(run("search", "home").diagnostics.hasSuffix("whereismy gazetteer import --if-changed"))
        #expect(try importCities("m", Self.london, "--if-changed").text == "cities: 1 places, unchanged\n")
        #expect(run("search", "home").text.hasPrefix("Home"))
    }

    @Test("--if-changed imports cities once if the library's version is unknown")
    func unmarked() throws {
        #expect(try importCities(nil, Self.london, "--if-changed").text == "cities: 1 places\n")
        #expect(try importCities(nil, Self.london, "--if-changed").text == "cities: 1 places, unchanged\n")
    }

    @Test("without libgeonames, import names a dump of GeoNames, and --if-changed imports nothing")
    func noLibrary() throws {
        let script = "#!/bin/sh\nexit 69\n"
        let result = try importCities(script, [])
        #expect(result.code == .failure && result.text.isEmpty)
        #expect(
            result.diagnostics.hasPrefix(
                "libgeonames is not on this system; fix: whereismy gazetteer import FILE, with a dump of GeoNames"))
        let automatic = try importCities(script, ["--if-changed"])
        #expect(automatic.code == .success && automatic.diagnostics == result.diagnostics)
        #expect(try importCities(script, ["--if-changed", "--format", "json"]).text == "{\"rows\":0,\"skipped\":0}\n")
        #expect(run("search", "x").diagnostics.hasSuffix("no gazetteer; fix: whereismy gazetteer import"))
    }

    @Test("without libgeonames, --if-changed preserves the cities of before")
    func libraryRemoved() throws {
        #expect(try importCities("m", Self.london, "--if-changed").text == "cities: 1 places\n")
        #expect(try importCities("#!/bin/sh\nexit 69\n", ["--if-changed"]).code == .success)
        #expect(run("search", "london").text.hasPrefix("London"))
    }

    @Test("a missing city program is reported with the fix")
    func noCities() {
        let result = run("gazetteer", "import")
        #expect(
            result.diagnostics
                == "no whereismy-geonames next to this program; fix: import your own table, see --help")
    }
}
