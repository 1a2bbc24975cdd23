import Configuration
import Linux
import TestSupport
import Testing

struct SecretFileTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func secret(_ bytes: [UInt8], mode: UInt32 = 0o600) throws -> String {
        try AtomicFile.replace(scratch.file("secret"), with: bytes, mode: mode)
        return scratch.file("secret")
    }

    @Test("a password is the line without its end")
    func text() throws {
        #expect(try SecretFile.text(secret(Array("päss word\r\n".utf8))) == "päss word")
        #expect(try SecretFile.text(secret([0x61], mode: 0o640)) == "a")
    }

    @Test(
        "text that could end a header, other encodings, no text and too much of it are rejected",
        arguments: [
            Array("a\nb".utf8), Array("a\n\n".utf8), [0x61, 0], [0xFF, 0xFE], [], [0x0A],
            Array(repeating: 0x61, count: 1025),
        ])
    func invalid(bytes: [UInt8]) throws {
        let path = try secret(bytes)
        #expect(throws: SecretFile.SecretError.self) { try SecretFile.text(path) }
    }

    @Test("a file that others can read is rejected, with the fix")
    func accessible() throws {
        let path = try secret([0x61], mode: 0o644)
        let error = #expect(throws: SecretFile.SecretError.self) { try SecretFile.text(path) }
        #expect(error?.message == "accessible by others; fix: chmod g-w,o= \(path)")
    }
}
