import Basics
import Testing

@testable import FleetStore

struct NewestPointTests {
    private let arrival = Timestamp(milliseconds: 1_000_000)

    private func newest(_ times: Int64...) -> NewestPoint? {
        let items = times.enumerated().map {
            IngestItem(device: 1, time: $0.element, upload: 0, index: Int32($0.offset))
        }
        return NewestPoint.all(items) { _ in arrival }.first
    }

    @Test func theHighestTimeThatIsNotSuspectWins() {
        #expect(newest(5, 900, 7)?.item?.index == 1)
        #expect(newest(5, 900, 7)?.suspectTime == nil)
        #expect(newest(1_300_000)?.item?.time == 1_300_000)
    }

    @Test func moreThanFiveMinutesAheadIsSuspect() {
        #expect(newest(5, 1_300_001, 1_400_000, 9)?.item?.index == 3)
        #expect(newest(5, 1_400_000, 1_300_001)?.suspectTime == 1_400_000)
        #expect(newest(1_300_001)?.item == nil)
    }

    @Test func aClaimIsNotTheNewestPoint() {
        let items = [5, 9, 7, 1_300_001].enumerated().map {
            IngestItem(device: 1, time: $0.element, upload: 0, index: Int32($0.offset))
        }
        let newest = NewestPoint.all(items, isTrusted: { $0.index == 0 }, received: { _ in arrival }).first
        #expect(newest?.item?.time == 5 && newest?.claim?.time == 9 && newest?.suspectTime == 1_300_001)
    }

    @Test func eachDeviceHasItsOwn() {
        let items = [(1, 5), (1, 6), (3, 2)].map {
            IngestItem(device: $0.0, time: $0.1, upload: 0, index: 0)
        }
        #expect(NewestPoint.all(items) { _ in arrival }.map { $0.item?.time } == [6, 2])
    }
}
