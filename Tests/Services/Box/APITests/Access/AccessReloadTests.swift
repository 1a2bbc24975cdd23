import Access
import FoundationEssentials
import Location
import TestSupport
import Testing

@testable import API

struct AccessReloadTests {
    private static let secret = "abcdefghijklmnopqrstuvwxyz234567"
    private let directory: ScratchDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try ScratchDirectory()
    }

    private func controller() -> AccessController {
        let files = AccessFiles(store: directory.file("access.json"), credential: directory.file("tokens"))
        return AccessController(files: files, clock: { [clock] in clock.now })
    }

    private func grant(_ controller: AccessController, _ bearer: String) -> Grant {
        controller.admission(of: Credentials(origin: .network, authorization: "Bearer \(bearer)"), mode: .token).grant
    }

    private func write(_ name: String, _ text: String) throws { try directory.write(name, Array(text.utf8)) }

    @Test("a reload applies another writer's changes and closes streams without access")
    func book() throws {
        let controller = controller()
        let old = try controller.addToken(named: "old", scopes: [.read]).secret
        #expect(grant(controller, old.text).allows(.read))
        let before = try directory.bytes("access.json")
        let new = try self.controller().addToken(named: "new", scopes: [.read]).secret
        #expect(grant(controller, new.text) == .none)
        let generation = controller.generation
        try controller.reload()
        #expect(grant(controller, new.text).allows(.read) && grant(controller, old.text).allows(.read))
        #expect(controller.generation != generation)
        try self.controller().revokeToken(named: "old")
        try controller.reload()
        #expect(grant(controller, old.text) == .none && grant(controller, new.text).allows(.read))
        try directory.write("access.json", before)
        try controller.reload()
        #expect(controller.store.tokens.map(\.name) == ["old"])
    }

    @Test("an unreadable file is not overwritten until it becomes readable", arguments: [true, false])
    func unreadable(isReloaded: Bool) throws {
        let controller = controller()
        let made = try controller.addToken(named: "made", scopes: [.read]).secret
        let good = try directory.bytes("access.json")
        try write("access.json", "{ half an edit")
        if isReloaded {
            #expect(throws: AccessFilesError.self) { try controller.reload() }
        } else {
            controller.recordLoadError()
        }
        #expect(grant(controller, made.text).allows(.read))
        #expect(throws: AccessError.self) { try controller.addToken(named: "other", scopes: [.read]) }
        #expect(throws: AccessError.self) { try controller.revokeToken(named: "made") }
        #expect(try directory.bytes("access.json") == Array("{ half an edit".utf8))
        try directory.write("access.json", good)
        try controller.reload()
        try controller.revokeToken(named: "made")
        #expect(grant(controller, made.text) == .none)
    }

    @Test("tokens of the credential grant access, follow a reload, and are never stored")
    func credential() throws {
        try write("tokens", "ha read \(Self.secret)\n")
        let controller = controller()
        #expect(controller.issues == [] && grant(controller, Self.secret).allows(.read))
        _ = try controller.addToken(named: "own", scopes: [.read])
        let hash = SecretHash(try #require(Secret(Self.secret))).hexadecimal
        #expect(!String(decoding: try directory.bytes("access.json"), as: UTF8.self).contains(hash))
        #expect(throws: AccessError.self) { try controller.revokeToken(named: "ha") }
        #expect(grant(controller, Self.secret).allows(.read))
        try write("tokens", "ha metrics \(Self.secret)\n")
        try controller.reload()
        #expect(grant(controller, Self.secret).allows(.metrics) && !grant(controller, Self.secret).allows(.read))
        try FileManager.default.removeItem(atPath: directory.file("tokens"))
        try controller.reload()
        #expect(grant(controller, Self.secret) == .none && controller.store.tokens.map(\.name) == ["own"])
    }

    @Test("an invalid file leaves a reload without effect and is reported with file and line")
    func faulty() throws {
        try write("tokens", "ha read \(Self.secret)\n")
        let controller = controller()
        let secret = try controller.addToken(named: "a", scopes: [.read]).secret
        let (book, generation) = (controller.store, controller.generation)
        try write("access.json", "{\"version\":2}")
        try write("tokens", "ha read\nha all \(Self.secret)")
        let error = #expect(throws: AccessFilesError.self) { try controller.reload() }
        #expect(error?.issues.map(\.line) == [nil, 1, 2])
        #expect(error?.issues.map(\.file) == ["access.json", "tokens", "tokens"].map(directory.file))
        #expect(error?.description.contains("tokens:1: expected NAME SCOPE TOKEN") == true)
        #expect(controller.store == book && controller.generation == generation && controller.loadError != nil)
        #expect(grant(controller, secret.text).allows(.read) && grant(controller, Self.secret).allows(.read))
    }

    @Test("at the start an invalid credential disables its own tokens alone, and an invalid store its own")
    func start() throws {
        try write("tokens", "ha read")
        let secret = try controller().addToken(named: "a", scopes: [.read]).secret
        let controller = controller()
        #expect(controller.issues.map(\.line) == [1] && controller.loadError == nil)
        #expect(grant(controller, secret.text).allows(.read))
        try write("access.json", "{")
        try write("tokens", "ha read \(Self.secret)\n")
        let other = self.controller()
        #expect(other.loadError != nil && other.issues.map(\.file) == [directory.file("access.json")])
        #expect(grant(other, Self.secret).allows(.read) && grant(other, secret.text) == .none)
    }

    @Test("a repaired file is used after a reload")
    func repaired() throws {
        try write("access.json", "{")
        let controller = controller()
        #expect(throws: AccessFilesError.self) { try controller.reload() }
        try FileManager.default.removeItem(atPath: directory.file("access.json"))
        try controller.reload()
        #expect(controller.loadError == nil)
        _ = try controller.addToken(named: "a", scopes: [.read])
        #expect(directory.names.contains("access.json"))
    }

    @Test("entries that ended while the disk was full do not return with a reload")
    func fullDisk() throws {
        let controller = controller()
        let secret = try controller.addToken(named: "a", scopes: [.read]).secret
        // A directory in place of the temporary file fails every writer, even root.
        let obstacle = directory.file(".access.json.new")
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        #expect(throws: AccessError.self) { try controller.revokeToken(named: "a") }
        #expect(throws: AccessFilesError.self) { try controller.reload() }
        #expect(grant(controller, secret.text) == .none)
        try FileManager.default.removeItem(atPath: obstacle)
        try controller.reload()
        #expect(grant(controller, secret.text) == .none && self.controller().store.tokens == [])
    }
}
