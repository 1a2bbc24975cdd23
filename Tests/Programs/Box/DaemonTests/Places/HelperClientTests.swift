import Basics
import Configuration
import Hooks
import Linux
import Location
import Orders
import Places
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The files in the inbox of root's helper.
struct HelperClientTests {
    private let scratch: ScratchDirectory
    private var settings = Settings()

    init() throws {
        scratch = try ScratchDirectory()
        settings.runtimeDirectory = scratch.file("run")
        settings.configurationDirectory = scratch.file("etc")
        try Directory.create(settings.orderInbox, mode: 0o750)
        try Directory.create(settings.hookDirectory, mode: 0o755)
    }

    private func name(_ text: String) throws -> PlaceName { try #require(PlaceName(text)) }

    private func inbox() throws -> [String] { try DirectoryListing.names(in: settings.orderInbox).sorted() }

    private func order() throws -> PlaceOrder {
        try PlaceOrder(reading: FileContents.read("\(settings.orderInbox)/places"))
    }

    private func event(_ kind: PlaceEvent.Kind, _ place: String) -> PlaceEvent {
        let moment = Timestamp(milliseconds: 1_767_225_600_000)
        return PlaceEvent(kind, place: place, moment: moment, since: moment)
    }

    private func takeAll() throws {
        for name in try inbox() where !name.hasPrefix(".") {
            try DirectoryHandle(settings.orderInbox).remove(name)
        }
    }

    @Test("places are written only where they changed")
    func places() throws {
        var orders = HelperClient(settings: settings)
        orders.update(inside: [])
        #expect(try inbox().isEmpty)
        orders.update(inside: [try name("Home")])
        #expect(try order() == PlaceOrder([try name("Home")]))
        try takeAll()
        orders.update(inside: [try name("Home")])
        #expect(try inbox() == [".asked"])
        orders.handle(event(.leave, "Home"))
        #expect(try order().places.isEmpty)
    }

    @Test("a restarted daemon stops the targets of the earlier run")
    func restart() throws {
        var before = HelperClient(settings: settings)
        before.update(inside: [try name("Home")])
        try takeAll()
        var after = HelperClient(settings: settings)
        #expect(try inbox() == [".asked"])
        after.update(inside: [])
        #expect(try order().places.isEmpty)
    }

    @Test("events are written where there are hooks, with rising numbers across restarts")
    func events() throws {
        var orders = HelperClient(settings: settings)
        orders.handle(event(.enter, "Home"))
        #expect(try inbox().isEmpty)
        try AtomicFile.replace("\(settings.hookDirectory)/10-a", with: [], mode: 0o755)
        orders.handle(event(.enter, "Home"))
        orders.handle(event(.dragging, PlaceEvent.anchor))
        var after = HelperClient(settings: settings)
        after.handle(event(.leave, "Home"))
        let numbers = try inbox().compactMap(HookNumber.init(fileName:)).sorted()
        let kinds = try numbers.map {
            try PlaceEventJSON.decode(FileContents.read("\(settings.orderInbox)/\($0.fileName)")).kind
        }
        #expect(kinds == [.enter, .dragging, .leave])
    }

    @Test("the number of waiting events is limited")
    func full() throws {
        try AtomicFile.replace("\(settings.hookDirectory)/10-a", with: [], mode: 0o755)
        var orders = HelperClient(settings: settings)
        for _ in 0..<EventSpool.maxEvents + 5 { orders.handle(event(.enter, "Home")) }
        #expect(try inbox().count == EventSpool.maxEvents)
    }

    @Test("without the inbox nothing is written and nothing fails")
    func nowhere() throws {
        var elsewhere = settings
        elsewhere.runtimeDirectory = scratch.file("elsewhere")
        var orders = HelperClient(settings: elsewhere)
        orders.update(inside: [try name("Home")])
        orders.handle(event(.leave, "Home"))
        #expect(!scratch.names.contains("elsewhere-orders"))
        try Directory.create(elsewhere.orderInbox, mode: 0o750)
        orders.update(inside: [try name("Home")])
        #expect(try DirectoryListing.names(in: elsewhere.orderInbox).contains("places"))
    }
}
