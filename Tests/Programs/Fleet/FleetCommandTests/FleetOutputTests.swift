import FleetProtocol
import FleetStore
import JSON
import PostgreSQL
import Testing

@testable import FleetCommand

/// What the commands of a fleet print for people.
struct FleetOutputTests {
    private let figures = FleetFigures(
        devices: [.live: 9, .silent: 1, .none: 3], disabled: 2, waitingFixes: 40, recentFixes: 120, sealedFixes: 5889,
        events: 20, databaseBytes: 12_345_678)

    @Test("the status of a fleet is in words, and for programs in members")
    func status() {
        #expect(
            figures.text == """
                devices   15: 9 live, 0 stale, 0 contradicted, 1 silent, 3 never reported, 2 disabled
                fixes     5889 sealed, about 120 recent, 40 wait on devices
                events    20
                database  12.3 MB

                """)
        var json = JSONWriter()
        json.object { figures.write(to: &$0) }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"devices":15,"live":9,"stale":0,"contradicted":0,"silent":1,"none":3,"disabled":2,"sharedNames":[],"#
                + #""waitingFixes":40,"recentFixes":120,"sealedFixes":5889,"events":20,"databaseBytes":12345678}"#)
    }

    @Test("a new device has a line to paste on it, and one at the broker if there is one")
    func advice() throws {
        let van = try #require(DeviceName("van"))
        let lines = DeviceAdvice(device: van, token: "abc", hasBroker: true).text.split(separator: "\n")
        #expect(
            lines == [
                "this token is shown only once; on the device, which has whereismy-publish:",
                " echo abc | sudo install -m 640 -g whereismy-publish /dev/stdin /etc/whereismy/fleet.token",
                "at the broker:",
                " sudo mosquitto_passwd -b /etc/mosquitto/whereismy-fleet.passwords van abc && sudo systemctl reload mosquitto",
            ])
        #expect(DeviceAdvice(device: van, token: "abc", hasBroker: false).text.split(separator: "\n").count == 2)
    }

    @Test(
        "an error of the database has its fix",
        arguments: [
            ("FATAL:  role \"whereismy-fleet\" does not exist", nil, "sudo -u postgres whereismy-fleet init"),
            ("role \"whereismy_collector\" does not exist", "22023", "sudo -u postgres whereismy-fleet init"),
            ("FATAL:  database \"whereismy\" does not exist", nil, "sudo -u postgres createdb"),
            ("FATAL:  Peer authentication failed for user \"x\"", nil, "run it as the user whereismy-fleet"),
            ("connection to server on socket failed: No such file or directory", nil, "sudo apt install postgresql"),
            ("permission denied for table fix", "42501", "whereismy-fleet init --service-role"),
            ("could not translate host name", nil, "correct url in [database]"),
        ] as [(String, String?, String)])
    func fixes(message: String, state: String?, fix: String) {
        let error = PostgresError(sqlState: state, message, isConnectionLost: state == nil)
        #expect(FleetChecks.fix(of: error).hasPrefix("; fix: \(fix)"), "\(FleetChecks.fix(of: error))")
    }
}
