/// Tar archives as other programs write them.
enum Tar {
    enum Layout: CaseIterable {
        /// Without a magic number, as before POSIX.
        case old
        case ustar
        /// Values before each file, with its path and its size.
        case pax
        /// A name before each file, and sizes in binary.
        case gnu
    }

    /// Returns an archive with files; a directory's name ends in a slash, and a link's in an at sign.
    static func archive(_ files: [(name: String, bytes: [UInt8])], _ layout: Layout) -> [UInt8] {
        var archive: [UInt8] = []
        if layout == .pax { archive += entry("global", "g", Array("15 comment=text\n".utf8), layout) }
        for file in files {
            let type = file.name.hasSuffix("/") ? "5" : file.name.hasSuffix("@") ? "2" : "0"
            switch layout {
            case .pax:
                let values = record("path", file.name) + record("size", "\(file.bytes.count)")
                archive += entry("PaxHeaders/x", "x", values, layout) + entry("short", type, file.bytes, layout)
            case .gnu:
                archive += entry("././@LongLink", "L", Array(file.name.utf8) + [0], layout)
                archive += entry("short", type, file.bytes, layout)
            case .old, .ustar: archive += entry(file.name, type, file.bytes, layout)
            }
        }
        return archive + [UInt8](repeating: 0, count: 1024)
    }

    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let text = " \(key)=\(value)\n"
        let length = text.utf8.count + (text.utf8.count + 2 > 99 ? 3 : 2)
        return Array("\(length)\(text)".utf8)
    }

    private static func entry(_ name: String, _ type: String, _ bytes: [UInt8], _ layout: Layout) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at start: Int) {
            for (index, byte) in text.utf8.enumerated() { header[start + index] = byte }
        }
        put(name, at: 0)
        put("0000644", at: 100)
        if layout == .gnu {
            header[124] = 0x80
            for index in 0..<8 { header[135 - index] = UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
        } else {
            put(octal(bytes.count, 11), at: 124)
        }
        put(type, at: 156)
        if layout == .gnu { put("ustar  ", at: 257) } else if layout != .old { put("ustar\u{0}00", at: 257) }
        put("        ", at: 148)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
        return header + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }

    private static func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
