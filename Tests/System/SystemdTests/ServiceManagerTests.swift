import Testing

@testable import Systemd

struct ServiceManagerTests {
    @Test(
        "each notification is the assignment that systemd expects",
        arguments: [
            (.ready, "READY=1"), (.stopping, "STOPPING=1"), (.heartbeat, "WATCHDOG=1"),
            (.status("live, ±5 m"), "STATUS=live, ±5 m"),
            (.reloading(at: .microseconds(1_500_000)), "RELOADING=1\nMONOTONIC_USEC=1500000"),
            (.extendTimeout(.seconds(90)), "EXTEND_TIMEOUT_USEC=90000000"),
            (.store("client.plotter.7"), "FDSTORE=1\nFDNAME=client.plotter.7"),
            (.discard("client.plotter.7"), "FDSTOREREMOVE=1\nFDNAME=client.plotter.7"),
        ] as [(ServiceNotification, String)])
    func text(notification: ServiceNotification, text: String) {
        #expect(notification.text == text)
    }

    @Test("a device name cannot inject an assignment")
    func hostile() {
        #expect(
            ServiceNotification.status("no-receiver: /dev/a\nMAINPID=1\r").text.hasPrefix(
                "STATUS=no-receiver: /dev/a; "))
        #expect(!ServiceNotification.status("a\r\nREADY=1").text.contains("\n"))
    }

    @Test(
        "a descriptor's name is one that systemd accepts",
        arguments: [
            ("client.plotter.7", true), ("", false), ("a:b", false), ("a b", false), ("a\nREADY=1", false),
            ("ä", false), (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
        ])
    func descriptorName(name: String, isValid: Bool) {
        #expect(ServiceNotification.isDescriptorName(name) == isValid)
    }

    @Test("there is a manager only if the environment names one")
    func environment() {
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": "/run/systemd/notify"]) != nil)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": ""]) == nil)
        #expect(ServiceManager(environment: [:]) == nil)
    }

    @Test(
        "the watchdog applies to this process only",
        arguments: [
            (["WATCHDOG_USEC": "30000000"], 30), (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], 30),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "43"], nil),
            (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"], nil), (["WATCHDOG_USEC": "0"], nil),
            (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": ""], nil), (["WATCHDOG_PID": "42"], nil), ([:], nil),
        ] as [([String: String], Int?)])
    func watchdog(environment: [String: String], seconds: Int?) {
        #expect(Watchdog.timeout(environment: environment, processID: 42) == seconds.map { Duration.seconds($0) })
    }
}
