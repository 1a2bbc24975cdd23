import Command
import CommandLine
import Configuration
import Testing

struct ImportCommandTests {
    @Test("passes the files, the name and the directories to the daemon's program, preferably the one next to it")
    func handsOver() {
        let system = FakeSystem()
        let result = system.run("import", "a.gpx", "-", "--device", "bike", "--state-directory=/s", "--", "-b")
        let arguments = ["--import=a.gpx", "--import=-", "--import=-b", "--device=bike", "--state-directory=/s"]
        #expect(system.started == [["/opt/bin/whereismyd"] + arguments, ["whereismyd"] + arguments])
        #expect(result.diagnostics == "whereismyd: exec: No such file or directory")
        #expect(result.code == .failure)
    }

    @Test(
        "passes what reads the files, or where points come from",
        arguments: [
            (["--via", "gpsbabel", "garmin_fit", "a.fit"], ["--import=a.fit", "--import-via=garmin_fit"]),
            (
                ["a.csv", "--columns=time,-,lat,lon", "--dry-run"],
                ["--import=a.csv", "--columns=time,-,lat,lon", "--dry-run"]
            ),
            (
                ["a.nmea", "--add-weeks", "1024", "--date=2026-01-31"],
                ["--import=a.nmea", "--date=2026-01-31", "--add-weeks=1024"]
            ),
            (["--from", "https://h/api/0", "--token-file=/t"], ["--import-from=https://h/api/0", "--token-file=/t"]),
        ])
    func sources(given: [String], passed: [String]) {
        let system = FakeSystem()
        _ = system.run(["import"] + given)
        #expect(system.started.last == ["whereismyd"] + passed)
    }

    @Test(
        "requires a file or an address, and valid options",
        arguments: [
            ["import"], ["import", "a.gpx", "--device="], ["import", "--via=gpsbabel", "nmea"],
            ["import", "--via=gpsbabel", "ride.fit", "garmin_fit"], ["import", "--via=other", "a", "b"],
            ["import", "--columns=when", "a"], ["import", "--from=http://h", "a"], ["import", "--from=ftp://h"],
            ["import", "--token-file=/t", "a"], ["import", "--date=today", "a"], ["import", "--add-weeks=1", "a"],
        ])
    func usage(arguments: [String]) {
        let system = FakeSystem()
        #expect(system.run(arguments).code == .usage)
        #expect(system.started.isEmpty)
    }
}
