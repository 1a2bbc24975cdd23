import Configuration
import FoundationEssentials
import Linux
import Testing

@testable import Daemon

struct ReplayTests {
    private let replay = Replay(settings: Settings(), format: .json)

    @Test(
        "a file without a fix is an error",
        arguments: ["", "no JSON\n", #"{"class":"VERSION","release":"3.22"}"# + "\n", "$GPRMC,000000\n"])
    func noFix(text: String) throws {
        let path = FileManager.default.temporaryDirectory.path + "/whereismy-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        let error = #expect(throws: ReplayError.self) { try replay.run([path]) }
        #expect(error?.description == "\(path): no gpsd fix (TPV) found; fix: record with gpspipe -w")
    }

    @Test("an unreadable file is reported with its path", arguments: ["/", "/nowhere.json"])
    func unreadable(path: String) {
        let error = #expect(throws: SystemError.self) { try replay.run([path]) }
        #expect(error?.subject == path)
    }
}
