import Basics
import FleetStore
import Testing

struct DeviceStateTests {
    private let now = Timestamp(milliseconds: 1_790_000_000_000)

    private func ago(_ seconds: Int) -> Timestamp { now + .seconds(-seconds) }

    @Test(arguments: [
        (10, 10, DeviceState.live), (900, 900, .live), (901, 10, .stale), (90_000, 0, .stale), (901, 901, .silent),
        (10, 901, .silent),
    ])
    func theStateFollowsFromBothTimes(_ time: Int, _ received: Int, _ state: DeviceState) {
        #expect(
            DeviceState(time: ago(time), received: ago(received), staleAfter: .seconds(900), at: now) == state)
    }

    @Test(arguments: [
        (100 as Int?, 10, 5, DeviceState.contradicted), (5000, 950, 5, .contradicted), (nil, 10, 5, .contradicted),
        (10, 100, 5, .live), (10, 10, 5, .live), (100, 10, 901, .silent),
    ])
    func aClaimAfterTheNewestFixContradicts(_ time: Int?, _ claimed: Int, _ received: Int, _ state: DeviceState) {
        #expect(
            DeviceState(
                time: time.map(ago), claimed: ago(claimed), received: ago(received), staleAfter: .seconds(900), at: now)
                == state)
    }

    @Test func aDeviceWithoutAFixHasNone() {
        #expect(DeviceState(time: nil, received: ago(1), staleAfter: .seconds(900), at: now) == .none)
        #expect(DeviceState(time: ago(1), received: nil, staleAfter: .seconds(900), at: now) == .silent)
    }
}
