import Access
import Testing

struct SecretTests {
    @Test("a secret has 32 letters and digits, is unique, and hides its description")
    func random() {
        let secret = Secret.random()
        #expect(secret.text.utf8.count == Secret.length)
        #expect(secret != Secret.random())
        #expect(Secret(secret.text) == secret)
        #expect("\(secret)" == "(secret)")
    }

    @Test(
        "anything but a secret is rejected",
        arguments: [
            "", "a", String(repeating: "a", count: 31), String(repeating: "a", count: 33),
            String(repeating: "A", count: 32), String(repeating: "1", count: 32), String(repeating: "é", count: 16),
            String(repeating: "a", count: 31) + "\n", String(repeating: "a", count: 31) + "\0",
        ])
    func notSecret(text: String) {
        #expect(Secret(text) == nil)
    }

    @Test("a hash is the SHA-256 of the text and survives its hexadecimal form")
    func hash() throws {
        let hash = SecretHash(try secret(0))
        // printf a%.0s {1..32} | sha256sum
        #expect(hash.hexadecimal == "3ba3f5f43b92602683c19aee62a20342b084dd5971ddd33808d81a328879a547")
        #expect(SecretHash(hexadecimal: hash.hexadecimal) == hash)
        #expect(SecretHash(try secret(1)) != hash)
    }

    @Test("anything but a hash is rejected", arguments: ["", "3b", String(repeating: "0", count: 66), "zz"])
    func notHash(text: String) {
        #expect(SecretHash(hexadecimal: text) == nil)
    }

    @Test("a code works once, within five minutes", arguments: [(0, true), (299, true), (300, false), (4000, false)])
    func link(age: Int, isGood: Bool) throws {
        var links = SignInLinks()
        let code = try secret(1)
        try links.issue(code, at: .seconds(10))
        let wrong = links.redeem(try secret(2).text, at: .seconds(10))
        let right = [age, 0].map { links.redeem(code.text, at: .seconds(10 + $0)) != nil }
        #expect(wrong == nil && right == [isGood, false])
        #expect(links.count == 0)
    }

    @Test("the number of codes is limited, and the newest work")
    func many() throws {
        var links = SignInLinks()
        for number in 0..<UInt8(100) { try links.issue(try secret(number), at: .seconds(1)) }
        #expect(links.count == SignInLinks.maxCount)
        let codes = try [67, 68, 99].map { try secret($0).text } + ["nonsense"]
        let results = codes.map { links.redeem($0, at: .seconds(2)) != nil }
        #expect(results == [false, true, true, false])
    }
}
