import Basics
import FleetProtocol
import FleetStore
import Queries
import Testing
import Web

@testable import FleetAPI
@testable import HTTPServer

@Suite(.enabled(if: TestFleet.isPossible)) struct RemovedDeviceTests {
    /// The text that waits in a stream; nil for one that has ended.
    private static func text(_ stream: EventStream) -> String? {
        switch stream.read(atMost: 1 << 20) {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .pending: ""
        case .end, .failed: nil
        }
    }

    @Test("a device that the viewer does not see any more leaves the open pages within 5 s, and its own stream ends")
    func removal() throws {
        let fleet = try TestFleet()
        let connection = try TestFleet.connect(fleet.database)
        let visibility = Visibility.viewer(try fleet.viewer("ada"))
        let group = StreamGroup(visibility, json: DeviceJSON(towns: NearestTowns(path: nil)))
        let streams = [nil, "a-1", "a-2"].map { ($0, EventStream(onStart: { _ in }, onClose: { _ in })) }
        for (name, stream) in streams {
            let device = try name.map(FleetContents.name)
            group.add(
                .init(
                    stream: stream, visibility: visibility, credential: .member(.proxy(member: "ada")), device: device))
        }
        func received(at second: Int) throws -> [String?] {
            try group.update(
                isRound: true, at: Moment(uptime: .seconds(second), wallClock: fleet.now), connection)
            return streams.map { Self.text($0.1) }
        }
        let beginning = try received(at: 100)
        #expect(beginning[0]?.hasPrefix("event: devices") == true && beginning[0]?.contains("a-2") == true)
        #expect(beginning[2]?.hasPrefix("event: report") == true)
        _ = try fleet.administration().removeDevice(FleetContents.name("a-2"), at: fleet.now)
        #expect(try received(at: 104).first??.contains("event: devices") == false)
        let removed = try received(at: 105)
        #expect(removed[0]?.contains("event: devices") == true && removed[0]?.contains("a-2") == false)
        #expect(removed[0]?.contains("a-1") == true && removed[1] != nil && removed[2] == nil)
        #expect(try received(at: 110)[0]?.contains("event: devices") == false)
        try fleet.administration().remove(FleetContents.name("a-1"), fromTeam: "a", at: fleet.now)
        let moved = try received(at: 115)
        #expect(moved[0]?.contains("\"devices\":[]") == true && moved[1] == nil)
    }
}
