import Access
import Basics
import Linux
import TestSupport
import Testing

@testable import API

struct MapTests {
    @Test("the page learns what the tiles look like, and how far the clock of the machine is ahead of UTC")
    func description() throws {
        let server = try TestServer(access: .open)
        let text = server.send("/v1/map").text
        #expect(text.contains("\"appearance\":\"light\""))
        #expect(text.contains("\"towns\":false"))
        let offset = try #require(LocalClock.system.offset(at: ManualClock().now.wallClock))
        #expect(text.contains("\"utcOffset\":\(offset.components.seconds)"))
    }
}
