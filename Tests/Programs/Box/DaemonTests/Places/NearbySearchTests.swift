import Basics
import Configuration
import Gazetteer
import Linux
import Location
import TestSupport
import Testing

@testable import Daemon

/// The gazetteer comes, changes and is replaced while the daemon runs.
struct NearbySearchTests {
    private let directory: ScratchDirectory
    private let settings: Settings

    init() throws {
        directory = try ScratchDirectory()
        var settings = Settings()
        settings.stateDirectory = directory.path
        self.settings = settings
    }

    /// Imports a source with one town.
    private func bringIn(_ town: String, to file: String) throws {
        let store = try GazetteerStore(path: file, access: .readWrite)
        var pieces = [Array("name,latitude,longitude\n\(town),-37.81,144.96\n".utf8)]
        let request = GazetteerImportRequest(name: "towns", file: "towns.csv", at: Timestamp(milliseconds: 0))
        _ = try store.importSource(request) { pieces.popLast() ?? [] }
    }

    @Test("nearby places are found as soon as there is a gazetteer, also after its file was replaced")
    func replaced() throws {
        let here = try #require(Coordinate(latitude: -37.8, longitude: 144.96) as Coordinate?)
        var search = NearbySearch(settings)
        let file = settings.gazetteerFile
        #expect(!search.nearby(here, places: []).hasGazetteer)
        _ = try GazetteerStore(path: file, access: .readWrite)
        #expect(!search.nearby(here, places: []).hasGazetteer, "while the first source is brought in")
        try bringIn("Melbourne", to: file)
        let found = search.nearby(here, places: [])
        #expect(found.hasGazetteer && found.entry?.name == "Melbourne")
        try bringIn("Carlton", to: file)
        #expect(search.nearby(here, places: []).entry?.name == "Carlton")
        let new = directory.file("new.db")
        try bringIn("Richmond", to: new)
        for suffix in ["", "-wal", "-shm"] {
            try AtomicFile.remove(file + suffix)
            guard AtomicFile.identity(of: new + suffix) != nil else { continue }
            let move = try ChildProcess("/bin/mv", [new + suffix, file + suffix])
            #expect(move.wait(atMost: .seconds(60)) == .exited(0))
        }
        #expect(search.nearby(here, places: []).entry?.name == "Richmond")
        for suffix in ["", "-wal", "-shm"] { try AtomicFile.remove(file + suffix) }
        #expect(!search.nearby(here, places: []).hasGazetteer)
        try bringIn("Footscray", to: file)
        #expect(search.nearby(here, places: []).entry?.name == "Footscray")
    }

    @Test("the nearest town is found however far it is, unless the configuration has a limit")
    func far() throws {
        try bringIn("Melbourne", to: settings.gazetteerFile)
        let ocean = try #require(Coordinate(latitude: -60, longitude: -40) as Coordinate?)
        var search = NearbySearch(settings)
        #expect(search.nearby(ocean, places: []).entry?.name == "Melbourne")
        var limited = settings
        limited.places.nearestWithin = 20_000
        search.reconfigure(limited)
        #expect(search.nearby(ocean, places: []).entry == nil)
    }

    @Test("a disabled lookup is not retried")
    func unwanted() throws {
        var settings = settings
        settings.places.nearestWithin = 0
        var search = NearbySearch(settings)
        let here = try #require(Coordinate(latitude: -37.8, longitude: 144.96) as Coordinate?)
        #expect(search.nearby(here, places: []).hasGazetteer)
    }
}
