import FoundationEssentials
import Linux
import TestSupport
import Testing

/// `packaging/place-files` with programs that do nothing.
struct PlaceFilesTests {
    private static let programs = [
        "whereismyd", "whereismy", "whereismy-orders", "whereismy-publish", "whereismy-nmea",
        "whereismy-fleet",
    ]

    private let directory: ScratchDirectory
    private let built: String
    private let units: String

    init() throws {
        directory = try ScratchDirectory()
        (built, units) = (directory.file("built"), directory.file("root/units"))
    }

    /// Another process writes the program, so that no parallel test holds it open while it is executed.
    private func add(_ program: String, _ script: String) throws {
        try directory.write("script", Array("#!/bin/sh\n\(script)\n".utf8))
        let arguments = ["-D", "-m", "755", directory.file("script"), "\(built)/\(program)"]
        #expect(try ChildProcess("/usr/bin/install", arguments).wait(atMost: .seconds(20)) == .exited(0))
    }

    /// Installs with a program for the cities that runs a script; returns the names of the units.
    private func install(cities script: String, of package: String? = nil) throws -> Set<String> {
        for program in Self.programs { try add(program, "exit 0") }
        try add("whereismy-geonames", script)
        var environment = [
            "BUILT": built, "DESTDIR": directory.file("root"), "PREFIX": "/usr", "SYSCONFDIR": "/etc",
            "UNITDIR": "/units", "STRIP": "true",
        ]
        environment["PACKAGE"] = package
        let child = try ChildProcess(
            "\(PackageProbeTests.packaging)/place-files", ["install"], environment: environment)
        #expect(child.wait(atMost: .seconds(60)) == .exited(0))
        return Set(try FileManager.default.contentsOfDirectory(atPath: units))
    }

    @Test("without libgeonames, all is installed apart from the unit that watches it")
    func without() throws {
        let names = try install(cities: "exit 69")
        #expect(!names.contains("whereismy-gazetteer.path"))
        #expect(names.isSuperset(of: ["whereismyd.service", "whereismy-gazetteer.service", "whereismy-orders.path"]))
    }

    @Test("the unit watches the libgeonames that the program loads, up to the name of its symbolic link")
    func with() throws {
        try directory.write("libgeonames.so.0", [])
        let library = directory.file("libgeonames.so.0")
        #expect(try install(cities: "echo '\(library).3.0, 7 bytes'").contains("whereismy-gazetteer.path"))
        let unit = String(decoding: try FileContents.read("\(units)/whereismy-gazetteer.path"), as: UTF8.self)
        #expect(unit.contains("\nPathChanged=\(library)\n"))
    }

    @Test("each file belongs to one of the packages, and the configuration to the first")
    func packages() throws {
        let configuration = directory.file("root/etc/whereismy/whereismy.conf")
        let publishing = try install(cities: "exit 69", of: "whereismy-publish")
        #expect(publishing.isSuperset(of: ["whereismy-publish.service", "whereismy-nmea.service"]))
        #expect(publishing.allSatisfy { $0.hasPrefix("whereismy-publish") || $0.hasPrefix("whereismy-nmea") })
        let programs = directory.file("root/usr/lib/whereismy")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: programs).sorted() == [
                "whereismy-nmea", "whereismy-publish",
            ])
        #expect(!FileManager.default.fileExists(atPath: directory.file("root/usr/bin")))
        #expect(!FileManager.default.fileExists(atPath: configuration))

        try FileManager.default.removeItem(atPath: directory.file("root"))
        let fleet = try install(cities: "exit 69", of: "whereismy-fleet")
        #expect(
            fleet == ["whereismy-fleet.service", "whereismy-fleet-gazetteer.service", "whereismy-fleet-hooks.service"])
        #expect(!FileManager.default.fileExists(atPath: programs))

        try FileManager.default.removeItem(atPath: directory.file("root"))
        let others = try install(cities: "exit 69", of: "whereismy")
        #expect(others.contains("whereismyd.service"))
        #expect(others.isDisjoint(with: publishing.union(fleet)))
        #expect(FileManager.default.fileExists(atPath: configuration))
        #expect(try install(cities: "exit 69") == others.union(publishing).union(fleet))
    }
}
