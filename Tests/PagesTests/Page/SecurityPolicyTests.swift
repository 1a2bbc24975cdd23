import Foundation
import Pages
import Testing

@Suite("The page's security policy")
struct SecurityPolicyTests {
    @Test("allows the script that is in the page, by its hash, in every state")
    func hash() throws {
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
        for sample in try SampleReport.all() {
            let page = String(decoding: renderer.render(sample.report, at: SampleReport.now).bytes, as: UTF8.self)
            let parts = page.components(separatedBy: "<script>")
            try #require(parts.count == 2)
            let script = try #require(parts[1].components(separatedBy: "</script>").first)
            #expect(page.contains("script-src 'sha256-\(try Self.sha256(script))';"), "put this hash in page-head.html")
        }
    }

    /// The digest in Base64, worked out by coreutils.
    private static func sha256(_ text: String) throws -> String {
        let folder = try TemporaryFolder(["script": text])
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = ["\(folder.path)/script"]
        process.standardOutput = output
        try process.run()
        let hex = String(decoding: output.fileHandleForReading.readDataToEndOfFile().prefix(64), as: UTF8.self)
        process.waitUntilExit()
        let digits = hex.compactMap { $0.hexDigitValue }
        try #require(digits.count == 64)
        let bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        return Data(bytes).base64EncodedString()
    }
}
