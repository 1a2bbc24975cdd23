import Cryptography
import Testing

struct CryptographyTests {
    @Test("random bytes have the requested number, and differ", arguments: [-1, 0, 1, 5, 20, 4096])
    func random(count: Int) {
        #expect(SecureRandom.bytes(count).count == max(0, count))
        #expect(count < 5 || SecureRandom.bytes(count) != SecureRandom.bytes(count))
    }

    @Test(
        "base 64 is decoded as in RFC 4648, section 10, also without padding",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"), ("Zm9vYmFy", "foobar"), ("YW5uLXBob25lOmE+Pw==", "ann-phone:a>?"),
        ])
    func base64(encoded: String, text: String) {
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "what is no base 64 is refused", arguments: ["Z", "Zg=", "Zg===", "=", "Zm9v=", "Zh==", "Zm 9v", "Zm9-", "é"])
    func noBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        "hashes are those of FIPS 180-2, appendix B",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func hash(text: String, hash: String) {
        #expect(Hexadecimal.encode(SHA256.hash(Array(text.utf8))) == hash)
    }

    @Test(
        "keyed hashes are those of RFC 4231, also with a key longer than a block",
        arguments: [
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], String, String)])
    func keyedHash(key: [UInt8], text: String, hash: String) {
        #expect(Hexadecimal.encode(HMAC.sha256(Array(text.utf8), key: key)) == hash)
    }

    @Test(
        "equality compares all bytes",
        arguments: [
            ([], [], true), ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([0, 2], [1, 2], false),
            ([1], [1, 0], false), ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)])
    func equality(left: [UInt8], right: [UInt8], areEqual: Bool) {
        #expect(ConstantTime.areEqual(left, right) == areEqual)
        let (text, other) = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        #expect(ConstantTime.areEqual(text, other) == areEqual)
    }

    @Test(
        "base 32 is that of RFC 4648, section 10, in lower case and without padding",
        arguments: [
            ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ])
    func base32(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "text that no encoder writes is rejected",
        arguments: ["m", "mz", "MY", "m1", "m=", "mzx", "mzxw6y", "mü", " my"])
    func notBase32(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test("every byte survives a round trip in both encodings")
    func ways() {
        for bytes in [Array(0...255), SecureRandom.bytes(20), SecureRandom.bytes(33)] {
            #expect(Base32.decode(Base32.encode(bytes)) == bytes)
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        }
    }

    @Test("anything but lower-case base 16 is rejected", arguments: ["0", "0g", "AB", " 00", "é", "0x00"])
    func notHexadecimal(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }
}
