import Basics
import Configuration
import Linux
import Location
import TestSupport
import Testing

@testable import Webhooks

struct WebhookSignatureTests {
    @Test("a signature is the HMAC-SHA256 of the time, a full stop and the body, as Python's hmac has it")
    func value() {
        // hmac.new(b"0123456789abcdef", b'1790000000.{"id":"0"}', "sha256").hexdigest()
        let digits = "0bcbd95052e64ec854f64f9ec4ae86dade5234da5b455ec942f5534f71f19ec9"
        let body = Array("{\"id\":\"0\"}".utf8)
        let value = WebhookSignature.value(secret: Array("0123456789abcdef".utf8), seconds: 1_790_000_000, body: body)
        #expect(value == "sha256=\(digits)")
    }

    @Test("fields are ASCII whatever the place's name, and without a secret there is no signature")
    func fields() {
        let entry = QueueEntry(
            id: String(repeating: "0a", count: 16), queued: Timestamp(milliseconds: 0),
            event: .sample(.leave, place: "Zuhause\r\nX: ü"))
        let content = WebhookContent(entry, as: .json)
        let fields = WebhookHeaders.fields(for: entry, content: content, secret: nil, seconds: 42, version: "1.2")
        #expect(
            fields == [
                "Content-Type: application/json", "User-Agent: WhereIsMy/1.2", "WhereIsMy-Event: leave",
                "WhereIsMy-Delivery: 0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", "WhereIsMy-Timestamp: 42",
            ])
        let signed = WebhookHeaders.fields(for: entry, content: content, secret: [1], seconds: 42, version: "1.2")
        #expect(signed.count == 6 && signed.last?.hasPrefix("WhereIsMy-Signature: sha256=") == true)
    }

    @Test(
        "a secret is the file's bytes without the line end",
        arguments: [
            ("0123456789abcdef", 16), ("0123456789abcdef\n", 16), ("0123456789abcdef\r\n", 16),
            ("0123456789abcdef\n\n", 17), (String(repeating: "x", count: 1024) + "\n", 1024),
        ])
    func secret(text: String, count: Int) throws {
        let scratch = try ScratchDirectory()
        try AtomicFile.replace(scratch.file("secret"), with: Array(text.utf8), mode: 0o640)
        #expect(try WebhookSecret.read(scratch.file("secret")) == Array(text.utf8.prefix(count)))
    }

    @Test(
        "the error of a secret has the fix and not its content",
        arguments: [
            ("0123456789abcdef", 0o644, "accessible by others; fix: chmod g-w,o="),
            ("0123456789abcdef", 0o660, "accessible by"),
            ("0123456789abcdef", 0o601, "accessible by others"),
            ("short\n", 0o600, "5 bytes, a secret has 16 to 1024 bytes"),
            ("", 0o600, "0 bytes"), (String(repeating: "x", count: 1025), 0o600, "1025 bytes"),
            (String(repeating: "x", count: 5000), 0o600, "File too large"),
        ] as [(String, UInt32, String)])
    func fault(text: String, mode: UInt32, message: String) throws {
        let scratch = try ScratchDirectory()
        try AtomicFile.replace(scratch.file("file"), with: Array(text.utf8), mode: mode)
        let fault = #expect(throws: SecretFile.SecretError.self) { try WebhookSecret.read(scratch.file("file")) }
        #expect(fault?.message.contains(message) == true, "\(String(describing: fault))")
        #expect(fault?.description.contains("short") == false)
    }

    @Test("a missing secret, or one that is not a file, is an error")
    func absent() throws {
        let scratch = try ScratchDirectory()
        for path in [scratch.file("none"), scratch.path] {
            #expect(throws: SecretFile.SecretError.self) { try WebhookSecret.read(path) }
        }
    }
}
