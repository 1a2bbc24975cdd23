import Basics
import CommandLine
import Configuration
import Location
import Testing

struct DaemonOptionsTests {
    private func message(_ arguments: String...) -> String? {
        #expect(throws: UsageError.self) { try daemon(arguments) }?.description
    }

    @Test("options set settings, the last one wins")
    func options() throws {
        let found = try settings([
            "--gpsd=[::1]:3000", "--device", "/dev/a", "--device", "/dev/b", "--state-directory", "/s",
        ])
        #expect(found?.gpsd == GPSDAddress(host: "::1", port: 3000))
        #expect(found?.device == "/dev/b")
        #expect(found?.stateDirectory == "/s")
    }

    @Test("only the option starts a demo")
    func demo() throws {
        var settings = Settings()
        settings.history.isEnabled = false
        #expect(try daemon(["--demo"]) == .run(settings, demo: true))
        #expect(try daemon([]) == .run(Settings(), demo: false))
    }

    @Test(
        "a demo records a history only in a given directory",
        arguments: [
            (["--demo"], false), (["--demo", "--runtime-directory", "/r"], false),
            (["--demo", "--state-directory", "/s"], true),
            (["--demo", "--state-directory", "/var/lib/whereismy"], false),
            ([], true),
        ])
    func demoHistory(arguments: [String], isRecorded: Bool) throws {
        let files = ["/etc/whereismy/whereismy.conf": "[paths]\nstate-directory = /real"]
        guard case .run(let settings, _) = try daemon(arguments, files: files) else {
            Issue.record("it does not run")
            return
        }
        #expect(settings.history.isEnabled == isRecorded)
    }

    @Test("recordings are replayed in order")
    func replay() throws {
        #expect(
            try daemon(["--replay", "a", "--replay=b", "--format", "json"])
                == .replay(files: ["a", "b"], format: .json, Settings()))
        #expect(try daemon(["--replay", "a"]) == .replay(files: ["a"], format: .text, Settings()))
    }

    @Test("files are imported in order, and --device names theirs")
    func importing() throws {
        let plain = try daemon(["--import", "a", "--import=-"])
        #expect(plain == .importing(ImportRequest(files: ["a", "-"]), Settings()))
        guard case .importing(let request, _) = try daemon(["--import", "a", "--device", "bike"]) else {
            Issue.record("no import")
            return
        }
        #expect(request == ImportRequest(files: ["a"], device: "bike"))
        let options = ["--import-via=nmea", "--columns=time,lat,lon", "--dry-run", "--date=2026-02-28"]
        let whole = ImportRequest(
            files: ["a"], columns: "time,lat,lon", converter: "nmea",
            date: Timestamp(CivilTime(year: 2026, month: 2, day: 28)), addedWeeks: 1024, isDryRun: true)
        #expect(try daemon(["--import=a", "--add-weeks=1024"] + options) == .importing(whole, Settings()))
        for day in ["2026-02-30", "2026-2-3", "26-02-03x", "today", "2026-13-01", "1960-01-01", ""] {
            #expect(
                message("--import=a", "--date", day)?.hasPrefix("--date: \(day.debugDescription) is no day") == true)
        }
        #expect(message("--import=a", "--add-weeks=1000") == "--add-weeks: \"1000\" is neither 1024 nor 2048")
        #expect(message("--dry-run") == "--dry-run requires --import or --import-from")
        #expect(message("--import=a", "--import-via=-f")?.hasPrefix("--via gpsbabel: \"-f\" is no format") == true)
        #expect(message("--import", "a", "--demo") == "--import and --demo cannot be combined")
        #expect(message("--import", "a", "--replay", "b") == "--import and --replay cannot be combined")
    }

    @Test("a service has an address without secrets, and one way to authenticate")
    func service() throws {
        let found = try daemon(["--import-from=https://h/api/0", "--user=ann", "--password-file=/p"])
        let service = try ImportService(url: "https://h/api/0", user: "ann", passwordFile: "/p")
        #expect(found == .importing(ImportRequest(service: service), Settings()))
        for url in ["ftp://h", "http://", "http:///x", "https://h/a b", "https://h/\"x", "h"] {
            #expect(message("--import-from", url)?.hasPrefix("--from: \(url.debugDescription) is no address") == true)
        }
        let secret = "--from: others can see a"
        #expect(message("--import-from=https://a:b@h/")?.hasPrefix("\(secret) password") == true)
        #expect(message("--import-from=https://h/?api_key=1")?.hasPrefix("\(secret) token") == true)
        #expect(message("--import-from=http://h", "--user=a") == "--user and --password-file need each other")
        #expect(message("--token-file=/t") == "--token-file requires the address of a service")
        #expect(message("--import-from=http://h", "--import=a") == "--import-from cannot be combined with files")
    }

    @Test(
        "a refused address of a service shows neither a user, a password nor a key",
        arguments: [
            "ftp://joe:s3cret@host/x", "joe:s3cret@host", "http:/joe:s3cret@host", "HTTP://joe:s3cret@host/",
            "//joe:s3cret@host", "http:///joe:s3cret@host", "https://joe:s3cret@host/", "http://joe:s3cret @host/",
            "http://joe:a/s3cret@host/", "http://joe:a?s3cret@host/",
            "host/api?key=s3cret",
        ])
    func secretAddress(url: String) throws {
        let text = try #require(message("--import-from", url))
        #expect(text.hasPrefix("--from: "))
        #expect(!text.contains("joe") && !text.contains("s3cret"), "\(text)")
    }

    @Test("an address of a service may have a port, and an at sign behind it")
    func addressWithPort() throws {
        for url in ["http://[::1]:8080/x", "http://[::1]/@x", "http://h:8080/a", "http://h/@x:y", "http://h?a=b@c"] {
            #expect(try ImportService(url: url).url == url)
        }
    }

    @Test("a check of the configuration collects its issues, and excludes other actions")
    func check() throws {
        let broken = ["/etc/whereismy/whereismy.conf": "[gpsd]\ndevice = /dev/a\nnonsense"]
        guard case .check(let loaded) = try daemon(["--check-config", "--platform=sea"], files: broken) else {
            Issue.record("no check")
            return
        }
        #expect(loaded.settings.device == "/dev/a" && loaded.settings.platform == .sea)
        #expect(loaded.issues.map(\.line) == [3])
        #expect(message("--check-config", "--gpsd", "a b")?.hasPrefix("--gpsd: ") == true)
        for other in [["--demo"], ["--replay", "x"], ["--import", "x"]] {
            let error = #expect(throws: UsageError.self) { try daemon(["--check-config"] + other) }
            #expect(error?.description == "--check-config and \(other[0]) cannot be combined")
        }
    }

    @Test("the help lists every option, even with a broken configuration")
    func help() throws {
        let broken = ["/etc/whereismy/whereismy.conf": "nonsense"]
        guard case .help(let text) = try daemon(["-h"], files: broken) else {
            Issue.record("no help")
            return
        }
        for option in ["--gpsd HOST:PORT", "--config FILE", "--demo", "-h, --help", "--version", "--replay FILE"] {
            #expect(text.contains(option))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(try daemon(["--version"]) == .version("whereismyd \(Product.version)\n"))
    }

    @Test("an error of the command line has the fix")
    func messages() {
        #expect(message("--gspd", "x") == "unknown option --gspd, did you mean --gpsd?")
        #expect(message("--zzzzzzzz") == "unknown option --zzzzzzzz, see --help")
        #expect(message("--de") == "option --de is ambiguous: --device and --demo")
        #expect(message("-x") == "unknown option -x, see --help")
        #expect(message("--gpsd") == "--gpsd needs a value: --gpsd HOST:PORT")
        #expect(message("--demo=yes") == "--demo takes no value")
        #expect(message("extra") == "unexpected argument \"extra\", see --help")
        #expect(message("--", "--demo") == "unexpected argument \"--demo\", see --help")
        #expect(message("--format", "json") == "--format requires --replay")
        #expect(message("--demo", "--replay", "x") == "--demo and --replay cannot be combined")
        #expect(
            message("--replay", "x", "--format", "jason")
                == "--format: unknown value \"jason\", did you mean json?")
        #expect(
            message("--gpsd", "a b")
                == "--gpsd: \"a b\" is not an address such as localhost:2947 or [::1]:2947")
        #expect(
            message("--replay", "x", "--platform", "boat")
                == "--platform: \"boat\" is not a platform: pedestrian, road, rail, sea, air or any")
    }
}
