import Basics
import FleetProtocol
import Testing

@testable import FleetStore

struct LateHoursTests {
    @Test("a commit holds the locks of a bounded number of hours, and writes the other points as rows")
    func bound() throws {
        let device = try #require(DeviceName("van"))
        let received = Timestamp(milliseconds: 1000 * 3_600_000)
        let upload = DeviceUpload(device: device, content: UploadedItems(), received: received)
        let items = (0..<6000).map { IngestItem(device: 1, time: Int64($0) * 60_000, upload: 0, index: Int32($0)) }
        let late = LateHours(items, [upload])
        #expect(late.hours.count == LateHours.maxCount)
        #expect(late.rest.count == 6000 - 60 * LateHours.maxCount)
    }
}
