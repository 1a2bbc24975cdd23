import Command
import CommandLine
import Location
import Testing
import Wire

struct TrustCommandTests {
    private static let empty = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    private static let files = [FakeSystem.report: ReportJSON.encode(SampleReport.contradicted())]

    @Test("the claim of the receiver is accepted by a request, and is printed")
    func accepts() {
        let system = FakeSystem(files: Self.files, response: .success(Self.empty))
        let result = system.run("trust", "here")
        #expect(
            result.text == "trusted: -37.000000, 144.963264 (± 5.5 m), 89.9 km from the last trusted position\n")
        #expect(result.code == .success && system.requestLines == ["POST /v1/integrity/trust HTTP/1.0"])
        #expect(FakeSystem(files: Self.files, response: .success(Self.empty)).run("trust", "here", "-q").text.isEmpty)
    }

    @Test("without a contradiction there is nothing to accept")
    func nothing() {
        let problem = #"{"detail":"the receiver is not contradicted (live)","code":"not-contradicted"}"#
        let reply = FakeSystem.reply(problem, status: 409, type: "application/problem+json")
        let result = FakeSystem(response: .success(reply)).run("trust", "here")
        #expect(result.code == .nothingKnown && result.diagnostics.contains("not contradicted"))
        #expect(FakeSystem().run("trust").code == .usage && FakeSystem().run("trust", "there").code == .usage)
    }
}
