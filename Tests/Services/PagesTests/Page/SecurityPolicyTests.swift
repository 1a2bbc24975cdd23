import Foundation
import Pages
import Testing

@Suite("The page's security policy")
struct SecurityPolicyTests {
    @Test(
        "allows its inline script and style by hash, in every state",
        arguments: ["script", "style"])
    func hash(_ tag: String) throws {
        let renderer = PageRenderer(library: .builtIn, settings: PageSettings())
        for sample in try SampleReport.all() {
            let page = String(decoding: renderer.render(sample.report, at: SampleReport.now).bytes, as: UTF8.self)
            let parts = page.components(separatedBy: "<\(tag)>")
            try #require(parts.count == 2)
            let text = try #require(parts[1].components(separatedBy: "</\(tag)>").first)
            #expect(page.contains("\(tag)-src 'sha256-\(try Self.sha256(text))';"), "put this hash in page-head.html")
            #expect(!page.contains("unsafe-inline"))
        }
    }

    /// Returns the digest in Base64, calculated by coreutils.
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
