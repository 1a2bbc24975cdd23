import Basics
import CommandLine
import Hooks
import Linux
import Location
import Testing

@testable import Configuration
@testable import Doctor

/// The checks of places, hooks and webhooks.
struct PlacesCheckTests {
    private static let denied = SystemError("stat", "/somewhere", code: 13)
    private static let failed = ["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "1"]

    private static func unit(_ name: String, _ state: [String: String]) -> @Sendable (inout SystemFacts) -> Void {
        { $0.units?[name] = UnitState(["LoadState": "loaded"].merging(state) { $1 }) }
    }

    private static func gazetteer(
        _ facts: GazetteerFacts, _ unit: [String: String]? = nil
    ) -> @Sendable (inout SystemFacts) -> Void {
        { examination in
            examination.gazetteer = facts
            guard let unit else { return }
            Self.unit(GazetteerCheck.unit, unit)(&examination)
        }
    }

    @Test(
        "gazetteer",
        arguments: [
            CheckCase("well", "ok", "24361 places of 1 source"),
            CheckCase(
                "none", "warn", "there is none, so that no town is shown", cure: "restart whereismy-gazetteer",
                gazetteer(.absent)),
            CheckCase(
                "empty", "warn", "there is none", cure: "restart whereismy-gazetteer",
                gazetteer(.good(places: 0, sources: 0))),
            CheckCase("being made", "ok", "it is being created", gazetteer(.absent, ["ActiveState": "activating"])),
            CheckCase(
                "not wanted", "ok", "whereismy gazetteer import creates one",
                gazetteer(.absent, ["LoadState": "masked"])),
            CheckCase("no systemd", "ok", "whereismy gazetteer import creates one") {
                ($0.gazetteer, $0.units) = (.absent, nil)
            },
            CheckCase("elsewhere", "ok", "whereismy gazetteer import creates one") {
                ($0.gazetteer, $0.settings.stateDirectory) = (.absent, "/tmp/x")
            },
            CheckCase(
                "cannot be made", "warn", "there is none, so that no town is shown; whereismy-gazetteer.service failed",
                cure: "journalctl -u whereismy-gazetteer", gazetteer(.absent, failed)),
            CheckCase(
                "cannot be renewed", "warn",
                "24361 places of 1 source; whereismy-gazetteer.service failed (exit-code 1)",
                cure: "journalctl", gazetteer(.good(places: 24_361, sources: 1), failed)),
            CheckCase("of an earlier version", "warn", "and not read", cure: "sudo systemctl", gazetteer(.outdated)),
            CheckCase("of an earlier version, elsewhere", "warn", "and not read", cure: "import --if-changed") {
                ($0.gazetteer, $0.settings.stateDirectory) = (.outdated, "/tmp/x")
            },
            CheckCase("no libgeonames", "ok", "libgeonames is not on this system; whereismy gazetteer import FILE") {
                ($0.gazetteer, $0.hasCityLibrary) = (.absent, false)
            },
            CheckCase("damaged, no libgeonames", "fail", "x", cure: "whereismy gazetteer import FILE, with a dump") {
                ($0.gazetteer, $0.hasCityLibrary) = (.faulty("x"), false)
            },
            CheckCase("of an earlier version, no libgeonames", "warn", "and not read", cure: "import --if-changed") {
                ($0.gazetteer, $0.hasCityLibrary) = (.outdated, false)
            },
            CheckCase("damaged", "fail", "no database", cure: "move /var", gazetteer(.faulty("no database"))),
            CheckCase("of a newer version", "fail", "newer", cure: "leave /var", gazetteer(.unreadable("a newer one"))),
            CheckCase("not for everybody", "skipped", "is not readable", because: .group, gazetteer(.denied)),
        ])
    func gazetteerCheck(_ fault: CheckCase) { fault.expect(of: GazetteerCheck()) }

    private static func own(_ facts: OwnPlacesFacts) -> @Sendable (inout SystemFacts) -> Void {
        { $0.ownPlaces = facts }
    }

    @Test(
        "own-places",
        arguments: [
            CheckCase("made", "ok", "2 made by commands"),
            CheckCase("none", "ok", "none; whereismy place add", own(OwnPlacesFacts())),
            CheckCase("configured", "ok", "3 in the configuration", own(OwnPlacesFacts(configured: 3))),
            CheckCase(
                "damaged", "fail", "own-places.json: x", cure: "move it away",
                own(OwnPlacesFacts(stored: .faulty("own-places.json: x")))),
            CheckCase(
                "no polygon", "fail", "a.geojson: y", cure: "fix that file",
                own(OwnPlacesFacts(issues: ["a.geojson: y"]))),
            CheckCase(
                "hidden", "skipped", "is not readable", because: .group, own(OwnPlacesFacts(stored: .denied))),
            CheckCase(
                "hidden polygon", "skipped", "1 in the configuration, but /a is not readable", because: .group,
                own(OwnPlacesFacts(configured: 1, unreadable: ["/a"]))),
        ])
    func ownPlacesCheck(_ fault: CheckCase) { fault.expect(of: OwnPlacesCheck()) }

    private static func orders(_ facts: QueueFacts) -> @Sendable (inout SystemFacts) -> Void {
        { $0.orders = facts }
    }

    private static func waiting(_ count: Int, for age: Duration) -> QueueFacts {
        QueueFacts(count: count, since: SystemFacts.moment + (.zero - age))
    }

    @Test(
        "orders",
        arguments: [
            CheckCase("rests", "ok", "whereismy-orders.path is active, no request is overdue"),
            CheckCase("works", "ok", "is active", orders(waiting(1, for: .seconds(60)))),
            CheckCase(
                "stuck", "fail", "2 wait in /run/whereismy-orders/new, the first one for 2 h",
                cure: "journalctl -u whereismy-orders", orders(waiting(2, for: .seconds(7200)))),
            CheckCase(
                "stopped", "fail", "whereismy-orders.path is not active", cure: "restart whereismy-orders.path",
                unit("whereismy-orders.path", ["ActiveState": "inactive"])),
            CheckCase(
                "given up", "fail", "failed (resources)", cure: "restart",
                unit("whereismy-orders.path", ["ActiveState": "failed", "Result": "resources"])),
            CheckCase(
                "helper fails", "fail", "whereismy-orders.service failed (exit-code 1)", cure: "journalctl",
                unit("whereismy-orders.service", failed)),
            CheckCase("masked", "ok", "is masked", unit("whereismy-orders.path", ["LoadState": "masked"])),
            CheckCase(
                "not installed", "skipped", "there is no whereismy-orders.path",
                unit("whereismy-orders.path", ["LoadState": "not-found"])),
            CheckCase("no systemd", "skipped", "there is no systemd") { $0.units = nil },
            CheckCase("elsewhere", "skipped", "no unit watches /tmp/r-orders/new") {
                $0.settings.runtimeDirectory = "/tmp/r"
            },
            CheckCase(
                "no directory", "fail", "does not exist", cure: "systemd-tmpfiles",
                orders(QueueFacts(visibility: .absent))),
            CheckCase(
                "hidden", "ok", "its queue is not visible (why)",
                orders(QueueFacts(visibility: .inaccessible("why")))),
        ])
    func ordersCheck(_ fault: CheckCase) { fault.expect(of: OrdersCheck()) }

    private static func hooks(
        _ files: [HooksFacts.File], notExecutable: [String] = [], misnamed: [String] = [], fault: String? = nil,
        mode: UInt32 = 0o755
    ) -> @Sendable (inout SystemFacts) -> Void {
        {
            let directory = FileStatus(kind: .directory, mode: mode, owner: 0, group: 0)
            $0.hooks = HooksFacts(
                visibility: .visible, directory: directory, fault: fault, files: files, notExecutable: notExecutable,
                misnamed: misnamed)
        }
    }

    private static func hook(_ name: String, _ file: HookFile = .run, mode: UInt32 = 0o755) -> HooksFacts.File {
        HooksFacts.File(name: name, file: file, status: FileStatus(mode: mode, owner: 0, group: 0))
    }

    private static let good = hook("a")

    @Test(
        "hooks",
        arguments: [
            CheckCase("no directory", "ok", "none: there is no /etc/whereismy/hooks.d"),
            CheckCase("nothing in it", "ok", "none in /etc/whereismy/hooks.d", hooks([])),
            CheckCase("one", "ok", "1 hook; journalctl -t whereismy-hook", hooks([good])),
            CheckCase(
                "written by others", "fail", "/etc/whereismy/hooks.d/b: not run, since others",
                cure: "chmod go-w /etc/whereismy/hooks.d/b",
                hooks([good, hook("b", .refuse("not run, since others"))])),
            CheckCase(
                "all written by others", "fail", "/etc/whereismy/hooks.d: not run", cure: "go-w /etc/whereismy/hooks.d",
                hooks([good], fault: "not run")),
            CheckCase(
                "not executable", "warn", "/hooks.d/c is not executable", cure: "chmod 755",
                hooks([], notExecutable: ["c"])),
            CheckCase(
                "called what no hook is", "warn", "\"a b\" in /etc/whereismy/hooks.d is not run because of its name",
                cure: "use only ASCII letters", hooks([good], misnamed: ["a b"])),
            CheckCase(
                "nothing but such", "warn", "\"a b\" in", cure: "use only ASCII letters", hooks([], misnamed: ["a b"])),
            CheckCase(
                "for root alone", "fail", "whereismy cannot run /etc/whereismy/hooks.d/d", cure: "chmod 755",
                hooks([good, hook("d", mode: 0o744)])),
            CheckCase(
                "directory for root alone", "fail", "whereismy cannot read /etc/whereismy/hooks.d",
                cure: "chmod go+rx", hooks([good], mode: 0o750)),
            CheckCase(
                "too many", "warn", "17 hooks, only the first 16", cure: "others",
                hooks(Array(repeating: good, count: 17))),
            CheckCase("no systemd", "warn", "no systemd", cure: "webhooks") {
                hooks([good])(&$0)
                $0.units = nil
            },
            CheckCase("hidden", "skipped", "not visible: why", because: .group) {
                $0.hooks.visibility = .inaccessible("why")
            },
        ])
    func hooksCheck(_ fault: CheckCase) { fault.expect(of: HooksCheck()) }

    private static func webhooks(
        _ change: @escaping @Sendable (inout SystemFacts) -> Void = { _ in }
    ) -> @Sendable (inout SystemFacts) -> Void {
        { examination in
            examination.settings.webhookSections = ["family", "log"].map { name in
                WebhookSection(name: name, address: WebhookAddress("https://\(name).example.org/secret"))
            }
            examination.webhooks.visibility = .visible
            change(&examination)
        }
    }

    private static func file(_ mode: UInt32) -> Result<FileStatus, SystemError> {
        .success(FileStatus(mode: mode, owner: 0, group: 0))
    }

    @Test(
        "webhooks",
        arguments: [
            CheckCase("none", "ok", "none: there is no [webhook NAME]"),
            CheckCase("well", "ok", "2 webhooks, queue empty", webhooks()),
            CheckCase(
                "nothing has happened yet", "ok", "2 webhooks, queue empty",
                webhooks {
                    $0.webhooks.visibility = .absent
                }),
            CheckCase(
                "just now", "ok", "2 webhooks, 2 events wait and are being sent",
                webhooks {
                    $0.webhooks.waiting["log"] = waiting(2, for: .seconds(300))
                }),
            CheckCase(
                "for nobody", "ok", "2 webhooks, queue empty",
                webhooks {
                    $0.webhooks.waiting["gone"] = waiting(2, for: .seconds(300))
                }),
            CheckCase(
                "late", "warn", "log (log.example.org): 2 events wait, the first one for 2 h",
                cure: "journalctl -u whereismy-publish",
                webhooks {
                    $0.webhooks.waiting["family"] = waiting(1, for: .seconds(400))
                    $0.webhooks.waiting["log"] = waiting(2, for: .seconds(7200))
                    $0.webhooks.waiting["gone"] = waiting(2, for: .seconds(9200))
                }),
            CheckCase(
                "late without systemd", "warn", "log", cure: "run whereismy-publish",
                webhooks {
                    $0.webhooks.waiting["log"] = waiting(2, for: .seconds(7200))
                    $0.units = nil
                }),
            CheckCase(
                "damaged", "warn", "3 damaged events", cure: "remove",
                webhooks {
                    $0.webhooks.damaged = 3
                }),
            CheckCase(
                "no watch", "fail", "whereismy-publish.path is not active", cure: "restart",
                webhooks {
                    unit("whereismy-publish.path", ["ActiveState": "inactive"])(&$0)
                }),
            CheckCase(
                "masked", "fail", "is masked", cure: "unmask",
                webhooks {
                    unit("whereismy-publish.path", ["LoadState": "masked"])(&$0)
                }),
            CheckCase(
                "fails", "fail", "whereismy-publish.service failed (exit-code 1)", cure: "journalctl",
                webhooks {
                    unit("whereismy-publish.service", failed)(&$0)
                }),
            CheckCase(
                "secret for root alone", "fail", "whereismy cannot read /s", cure: "chgrp whereismy /s",
                webhooks {
                    $0.webhooks.files = ["/s": file(0o600), "/t": file(0o644)]
                }),
            CheckCase(
                "no secret", "fail", "/s does not exist", cure: "docs/webhooks.md",
                webhooks {
                    $0.webhooks.files = ["/s": .failure(SystemError("stat", "/s", code: 2))]
                }),
            CheckCase(
                "hidden secret", "skipped", "/s is not readable by this user", because: .group,
                webhooks {
                    $0.webhooks.files = ["/s": .failure(denied)]
                }),
            CheckCase(
                "hidden queue", "skipped", "the queue is not visible: why", because: .group,
                webhooks {
                    $0.webhooks.visibility = .inaccessible("why")
                }),
        ])
    func webhooksCheck(_ fault: CheckCase) { fault.expect(of: WebhooksCheck()) }
}
