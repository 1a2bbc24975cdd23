import Basics
import CommandLine
import Configuration
import Linux
import Location
import Testing

@testable import APIClient
@testable import Doctor

struct DaemonCheckTests {
    private static let absent = SystemError("stat", "/somewhere", code: 2)
    private static let denied = SystemError("stat", "/somewhere", code: 13)

    private static func document(
        history file: String, outage: StatusDocument.Outage? = nil
    ) -> StatusDocument {
        let history = StatusDocument.History(
            file: file, fixes: nil, bytes: nil, first: nil, last: nil, outage: outage)
        return StatusDocument(inView: nil, daemon: nil, gpsd: nil, history: history, listeners: nil)
    }

    private static func stopped(_ state: [String: String]) -> @Sendable (inout SystemFacts) -> Void {
        { examination in
            examination.daemon = DaemonFacts(isLocked: false, failure: "no")
            examination.processes = []
            examination.units = SystemFacts.units(daemon: state)
        }
    }

    @Test(
        "integrity",
        arguments: [
            CheckCase("trusted", "ok", "nothing speaks against"),
            CheckCase("unknown", "skipped", "no report yet") { $0.daemon.report = nil },
            CheckCase("doubtful", "warn", ": 60 % (jamming)", cure: "whereismy status") {
                $0.daemon.report?.integrity = Integrity(
                    level: .doubtful, since: Timestamp(milliseconds: 0),
                    reasons: [.init(code: .jamming, detail: "60 %")])
            },
            CheckCase("contradicted", "fail", ": 90 km (jump)", cure: "whereismy trust here") {
                $0.daemon.report?.state = .contradicted
                $0.daemon.report?.integrity = Integrity(
                    level: .contradicted, since: $0.now, reasons: [.init(code: .jump, detail: "90 km")])
            },
        ])
    func integrity(fault: CheckCase) { fault.expect(of: IntegrityCheck()) }

    @Test(
        "daemon",
        arguments: [
            CheckCase("runs", "ok", "whereismyd 1.2, process 77, up 2 h 5 min"),
            CheckCase(
                "stopped", "fail", "does not run", cure: "enable --now whereismyd", stopped(["ActiveState": "inactive"])
            ),
            CheckCase(
                "failed", "fail", "whereismyd.service failed (exit-code 1)", cure: "--check-config",
                stopped(["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "1"])),
            CheckCase(
                "restarting", "fail", "failed (signal 6)", cure: "journalctl",
                stopped([
                    "ActiveState": "activating", "SubState": "auto-restart", "Result": "signal", "ExecMainStatus": "6",
                ])),
            CheckCase(
                "waiting", "fail", "does not run: waits 8 s before the start", cure: "--check-config",
                stopped([
                    "ActiveState": "activating", "SubState": "start", "Result": "success",
                    "StatusText": "waits 8 s before the start: the last 7 starts failed",
                ])),
            CheckCase(
                "masked", "fail", "does not run", cure: "unmask",
                stopped(["LoadState": "masked", "ActiveState": "inactive"])),
            CheckCase(
                "not installed", "fail", "does not run", cure: "apt install ./whereismy_",
                stopped(["LoadState": "not-found", "ActiveState": "inactive"])),
            CheckCase(
                "elsewhere", "fail", "is active, but not in /run/whereismy", cure: "runtime-directory", stopped([:])),
            CheckCase(
                "asks another gpsd", "warn", "uses gpsd at localhost:2947, not at [::1]:2947", cure: "--config"
            ) {
                $0.settings.gpsd = GPSDAddress(host: "::1")
            },
            CheckCase(
                "writes elsewhere", "warn", "history in /var/lib/whereismy/history.db, not in /srv/w/history.db",
                cure: "ReadWritePaths=/srv/w"
            ) {
                $0.daemon.document = document(history: "/var/lib/whereismy/history.db")
                $0.settings.stateDirectory = "/srv/w"
            },
            CheckCase(
                "writes elsewhere by a relative path", "warn", "history in state/history.db, not in /srv/w/",
                cure: "ReadWritePaths=/srv/w"
            ) {
                $0.daemon.document = document(history: "state/history.db")
                ($0.settings.stateDirectory, $0.daemon.hasSameHistory) = ("/srv/w", false)
            },
            CheckCase("writes the same file by a relative path", "ok", "whereismyd") {
                $0.daemon.document = document(history: "state/history.db")
                ($0.settings.stateDirectory, $0.daemon.hasSameHistory) = ("/srv/w", true)
            },
            CheckCase("writes to a relative path that is not visible", "ok", "whereismyd") {
                $0.daemon.document = document(history: "state/history.db")
                $0.settings.stateDirectory = "/srv/w"
            },
            CheckCase("hangs", "fail", "it hangs", cure: "restart whereismyd") {
                ($0.daemon.document, $0.daemon.failure) = (nil, "it hangs")
            },
            CheckCase("not queryable", "ok", "is active; this user cannot query it") {
                ($0.daemon.document, $0.daemon.isLocked) = (nil, nil)
            },
            CheckCase("not queryable, no systemd", "ok", "it runs; this user cannot query it") {
                ($0.daemon.document, $0.daemon.isLocked, $0.units) = (nil, nil, nil)
            },
            CheckCase("not visible", "skipped", "/run/whereismy is not readable by this user", because: .group) {
                ($0.daemon.document, $0.daemon.isLocked, $0.units, $0.processes) = (nil, nil, nil, [])
            },
        ])
    func daemon(fault: CheckCase) { fault.expect(of: DaemonCheck()) }

    @Test(
        "watchdog",
        arguments: [
            CheckCase("watches", "ok", "when it hangs for 30s"),
            CheckCase("off", "warn", "would not notice", cure: "WatchdogSec=30") {
                $0.units = SystemFacts.units(daemon: ["WatchdogUSec": "0"])
            },
            CheckCase("unlimited", "warn", "would not notice", cure: "WatchdogSec=30") {
                $0.units = SystemFacts.units(daemon: ["WatchdogUSec": "infinity"])
            },
            CheckCase("no systemd", "skipped", "not started by systemd") { $0.units = nil },
            CheckCase("started by hand", "skipped", "not started by systemd") {
                $0.units = SystemFacts.units(daemon: ["ActiveState": "inactive"])
            },
        ])
    func watchdog(fault: CheckCase) { fault.expect(of: WatchdogCheck()) }

    private static let foreign = FileStatus(kind: .directory, mode: 0o755, owner: 0, group: 0)

    @Test(
        "directories",
        arguments: [
            CheckCase("may", "ok", "whereismy can write /run/whereismy and /var/lib/whereismy"),
            CheckCase(
                "root's", "fail", "whereismy cannot write /var/lib/whereismy, which is root's (mode 755)",
                cure: "chown whereismy"
            ) {
                $0.paths[1].status = .success(foreign)
            },
            CheckCase("root's file", "fail", "cannot write /var/lib/whereismy/history.db", cure: "chown whereismy") {
                $0.paths[2].status = .success(FileStatus(mode: 0o600, owner: 0, group: 0))
            },
            CheckCase("no file yet", "ok", "can write") { $0.paths[2].status = .failure(absent) },
            CheckCase("a file that may not be seen", "ok", "can write") { $0.paths[2].status = .failure(denied) },
            CheckCase("no state directory", "fail", "/var/lib/whereismy does not exist", cure: "restart whereismyd") {
                $0.paths[1].status = .failure(absent)
                $0.daemon = DaemonFacts(isLocked: false)
            },
            CheckCase("no runtime directory while stopped", "ok", "can write") {
                $0.paths[0].status = .failure(absent)
                $0.daemon = DaemonFacts(isLocked: false)
            },
            CheckCase("no runtime directory while it runs", "fail", "/run/whereismy does not exist", cure: "restart") {
                $0.paths[0].status = .failure(absent)
            },
            CheckCase("read-only", "fail", "mounted read-only", cure: "remount,rw") {
                $0.paths[1].space?.isReadOnly = true
            },
            CheckCase("a file in its place", "fail", "is not a directory", cure: "move it away") {
                $0.paths[1].status = .success(FileStatus(mode: 0o666, owner: 997, group: 997))
            },
            CheckCase("the user it runs as", "ok", "root can write") {
                $0.processes[1] = ProcessRecord(pid: 77, name: "whereismyd")
                $0.paths[1].status = .success(foreign)
            },
            CheckCase("no user", "skipped", "there is neither a user whereismy") {
                $0.users = UserDatabase()
                $0.processes = []
            },
        ])
    func directories(fault: CheckCase) { fault.expect(of: DirectoriesCheck()) }

    @Test(
        "history",
        arguments: [
            CheckCase("sound", "ok", "12 fixes, all readable"),
            CheckCase("long", "ok", "whereismy history verify reads each") {
                $0.history = .good(fixes: 9_000_000, isThorough: false)
            },
            CheckCase("new", "ok", "none yet") { $0.history = .absent },
            CheckCase("damaged", "fail", "damaged: somewhere", cure: "move /var/lib/whereismy/history.db away") {
                $0.history = .faulty("damaged: somewhere")
            },
            CheckCase("not writable", "fail", "cannot write it: no space left; 40 fixes wait", cure: "free space") {
                let outage = StatusDocument.Outage(reason: "no space left", fixes: 40, events: 0, lost: nil)
                $0.daemon.document = document(history: "/x", outage: outage)
            },
            CheckCase(
                "one of each", "fail", "no space left; 1 fix and 1 place event wait in memory; 2 lost",
                cure: "free space"
            ) {
                let outage = StatusDocument.Outage(reason: "no space left", fixes: 1, events: 1, lost: 2)
                $0.daemon.document = document(history: "/x", outage: outage)
            },
            CheckCase("not wanted", "skipped", "enabled = no") { $0.history = .disabled },
            CheckCase("not readable", "skipped", "is not readable", because: .group) { $0.history = .denied },
        ])
    func history(fault: CheckCase) { fault.expect(of: HistoryCheck()) }

    @Test(
        "disk",
        arguments: [
            CheckCase("room", "ok", "50.0 MB left in /run/whereismy, 4.0 GB left in /var/lib/whereismy"),
            CheckCase("little", "warn", "/var/lib/whereismy has 50.0 MB left", cure: "free space") {
                $0.paths[1].space = SystemFacts.space(50_000_000)
            },
            CheckCase("next to none", "fail", "/var/lib/whereismy has 9.0 MB left", cure: "keep and thin") {
                $0.paths[1].space = SystemFacts.space(9_000_000)
            },
            CheckCase("none in memory", "fail", "/run/whereismy has 0 bytes left", cure: "free space") {
                $0.paths[0].space = SystemFacts.space(0)
            },
            CheckCase("no files", "fail", "room for 3 files", cure: "free space") {
                $0.paths[1].space = SystemFacts.space(4_000_000_000, files: 3)
            },
            CheckCase("no count of files", "ok", "left") {
                $0.paths[1].space = SystemFacts.space(1 << 40, files: nil)
            },
            CheckCase("nowhere", "skipped", "no directories") { $0.paths = [] },
        ])
    func disk(fault: CheckCase) { fault.expect(of: DiskCheck()) }

    @Test(
        "listener",
        arguments: [
            CheckCase("both", "ok", "127.0.0.1:8947, [::1]:8947"),
            CheckCase("none wanted", "ok", "listen = none") { $0.listeners = [] },
            CheckCase("one", "warn", "[::1]:8947 does not respond: refused", cure: "another program") {
                $0.listeners[1].fault = "refused"
            },
            CheckCase("neither", "fail", "127.0.0.1:8947 does not respond: refused", cure: "listen in [http]") {
                $0.listeners = [ListenerFacts(address: "127.0.0.1:8947", fault: "refused")]
            },
        ])
    func listener(fault: CheckCase) { fault.expect(of: ListenerCheck()) }

    @Test(
        "page",
        arguments: [
            CheckCase("fresh", "ok", "written just now, and shows the state live"),
            CheckCase("old", "fail", "written 20 s ago", cure: "restart whereismyd") {
                $0.page = .success(SystemFacts.page(age: .seconds(20)))
            },
            CheckCase("old, and nothing has changed", "ok", "6 min ago, and shows the state no-fix") {
                $0.page = .success(SystemFacts.page(age: .seconds(400)))
                $0.daemon.report = SystemFacts.report(.noFix)
            },
            CheckCase("older than the state", "fail", "8 min ago", cure: "restart") {
                $0.page = .success(SystemFacts.page(age: .seconds(500)))
                $0.daemon.report = SystemFacts.report(.noFix)
            },
            CheckCase("missing", "fail", "No such file", cure: "restart") { $0.page = .failure(absent) },
            CheckCase("not visible", "skipped", "index.html is not readable by this user", because: .group) {
                $0.page = .failure(denied)
            },
            CheckCase("no report", "skipped", "no report yet") { $0.daemon.report = nil },
        ])
    func page(fault: CheckCase) { fault.expect(of: PageCheck()) }

    @Test(
        "group",
        arguments: [
            CheckCase("member", "ok", "ada is in the group whereismy"),
            CheckCase("root", "ok", "root can query") { $0.caller = ProcessCredentials(user: 0) },
            CheckCase("the daemon's own user", "ok", "gpsd is the user that whereismyd runs as") {
                $0.caller = ProcessCredentials(user: 106)
                $0.paths[0].status = .success(FileStatus(kind: .directory, mode: 0o700, owner: 106, group: 20))
            },
            CheckCase("stranger", "warn", "ada is not in the group", cure: "sudo adduser ada whereismy") {
                $0.caller.groups = [1000]
            },
            CheckCase("since the login", "warn", "after logging in", cure: "log in again") {
                $0.caller.groups = [1000]
                $0.users = UserDatabase(passwd: SystemFacts.passwd, group: "whereismy:x:997:ada\n")
            },
            CheckCase("no group", "warn", "there is no group whereismy", cure: "apt install") {
                $0.caller.groups = [1000]
                $0.users = UserDatabase(passwd: SystemFacts.passwd)
            },
        ])
    func group(fault: CheckCase) { fault.expect(of: GroupCheck()) }
}
