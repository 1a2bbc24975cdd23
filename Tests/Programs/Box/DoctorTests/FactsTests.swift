import Linux
import Location
import Testing

@testable import Doctor

struct FactsTests {
    @Test(
        "the first matching class of a mode decides",
        arguments: [
            ("owner", UInt32(0o600), UInt32(7), Set<UInt32>(), true), ("owner shut out", 0o066, 7, [9], false),
            ("group", 0o060, 8, [9], true), ("group shut out", 0o606, 8, [9], false), ("other", 0o006, 8, [], true),
            ("read alone", 0o444, 8, [], false), ("root", 0o000, 0, [], true),
        ] as [(String, UInt32, UInt32, Set<UInt32>, Bool)])
    func permission(name: String, mode: UInt32, user: UInt32, groups: Set<UInt32>, may: Bool) {
        let file = FileStatus(mode: mode, owner: 7, group: 9)
        #expect(ProcessCredentials(user: user, groups: groups).isAllowed([.read, .write], on: file) == may)
    }

    @Test("users and groups are parsed, invalid lines ignored")
    func users() throws {
        let users = UserDatabase(
            passwd: "a:x:1:2::/:/bin/sh\nnonsense\nb:x:y:2\nc:x:4294967296:1\n", group: "g:x:2:\nh:x:3:a,z\n:\n")
        let user = try #require(users.user(named: "a"))
        #expect(users.credentials(of: user) == ProcessCredentials(user: 1, groups: [2, 3]))
        #expect(users.user(named: "b") == nil && users.user(named: "c") == nil)
        #expect(users.name(ofUser: 1) == "a" && users.name(ofUser: 5) == "#5" && users.name(ofGroup: 3) == "h")
    }

    @Test("a process has its effective user and group")
    func process() {
        let status = "Name:\tgpsd\nUid:\t0\t106\t0\t106\nGid:\t0\t20\t0\t20\nGroups:\t4 20 \nThreads:\t1\n"
        let line = Array("/usr/sbin/gpsd\0-S\03000\0".utf8)
        let record = ProcessRecord(pid: 7, status: status, commandLine: line)
        #expect(
            record
                == ProcessRecord(
                    pid: 7, name: "gpsd", arguments: ["/usr/sbin/gpsd", "-S", "3000"],
                    credentials: ProcessCredentials(user: 106, groups: [4, 20])))
        #expect(ProcessRecord(pid: 7, status: "Name:\tx\n", commandLine: []) == nil)
    }

    @Test("units are parsed by their names")
    func units() {
        let units = UnitState.parse(
            "Id=a.service\nLoadState=loaded\nActiveState=activating\nSubState=auto-restart\nResult=exit-code\n"
                + "ExecMainStatus=1\nMainPID=0\nUser=\n\nId=b.socket\nLoadState=not-found\nActiveState=inactive\n")
        #expect(units["a.service"]?.failure == "exit-code 1" && units["a.service"]?.exists == true)
        #expect(units["a.service"]?.pid == nil && units["a.service"]?["User"] == nil)
        #expect(units["b.socket"]?.exists == false && units["b.socket"]?.failure == nil)
        #expect(
            UnitState(["ActiveState": "failed", "Result": "start-limit-hit", "ExecMainStatus": "0"]).failure
                == "start-limit-hit")
        #expect(UnitState(["ActiveState": "failed"]).failure == "no reason given")
        #expect(UnitState.parse("nonsense\n\n=\n").isEmpty)
    }

    @Test("releases compare by their numbers")
    func releases() throws {
        let releases = try ["3.9", "3.22", "3.23~dev", "3.23.1", "4.0"].map { try #require(GPSDRelease($0)) }
        #expect(releases == releases.sorted())
        #expect(GPSDRelease("release-3") == nil && GPSDRelease("") == nil && GPSDRelease("3") == nil)
        #expect(GPSDRelease("3.22") == GPSDRelease("3.22-dev"))
    }

    @Test("gpsd's defaults are parsed as by a shell")
    func defaults() {
        let text = "# DEVICES=\"/dev/no\"\nDEVICES=\"/dev/a /dev/b\"\nUSBAUTO=\"false\"\nGPSD_OPTIONS=-n\n"
        #expect(GPSDDefaults(text) == GPSDDefaults(devices: ["/dev/a", "/dev/b"], isUSBHotplugEnabled: false))
        #expect(GPSDDefaults("") == GPSDDefaults())
    }

    @Test(
        "a week rollover is distinguished from other lags",
        arguments: [
            (Duration.seconds(1024 * 604_800), 1024), (.seconds(-2 * 1024 * 604_800 + 3600), -2048), (.zero, nil),
            (.seconds(90_000), nil), (.seconds(1024 * 604_800 + 100_000), nil), (.seconds(Int64.max), nil),
        ] as [(Duration, Int?)])
    func weeks(lag: Duration, weeks: Int?) {
        #expect(WeekRollover.weeks(in: lag) == weeks)
    }
}
