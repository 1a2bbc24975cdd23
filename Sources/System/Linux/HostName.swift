import Glibc

/// The host name of this machine.
public enum HostName {
    /// The maximum length of a host name (hostname(7)).
    private static let maxLength = 64

    /// The kernel's host name; nil if it has other characters than letters, digits, hyphens and dots.
    public static var current: String? {
        var buffer = [CChar](repeating: 0, count: maxLength + 1)
        // The C library writes within the buffer, whose last byte stays zero.
        let code = unsafe gethostname(&buffer, maxLength)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let isName: (UInt8) -> Bool = { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard code == 0, !bytes.isEmpty, bytes.allSatisfy(isName) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
