/// CRC-32C (RFC 3720, section 12.1; the Castagnoli polynomial), eight bytes at a time.
enum CRC32C {
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Eight tables of 256: the effect of a byte on the checksum when followed by that many bytes.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
            tables[byte] = value
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum of the first `count` bytes.
    static func checksum(_ bytes: [UInt8], count: Int) -> UInt32 {
        let tables = tables.span
        let bytes = bytes.span
        var value = UInt32.max
        var index = 0
        while index &+ 8 <= count {
            let low = value ^ word(bytes, index)
            let high = word(bytes, index &+ 4)
            value = eightBytes(tables: tables, low: low, high: high)
            index &+= 8
        }
        while index < count {
            value = value &>> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
            index &+= 1
        }
        return ~value
    }

    private static func eightBytes(tables: Span<UInt32>, low: UInt32, high: UInt32) -> UInt32 {
        tables[0x700 | Int(low & 0xFF)] ^ tables[0x600 | Int(low &>> 8 & 0xFF)]
            ^ tables[0x500 | Int(low &>> 16 & 0xFF)] ^ tables[0x400 | Int(low &>> 24)]
            ^ tables[0x300 | Int(high & 0xFF)] ^ tables[0x200 | Int(high &>> 8 & 0xFF)]
            ^ tables[0x100 | Int(high &>> 16 & 0xFF)] ^ tables[Int(high &>> 24)]
    }

    private static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
        UInt32(bytes[index]) | UInt32(bytes[index &+ 1]) &<< 8 | UInt32(bytes[index &+ 2]) &<< 16
            | UInt32(bytes[index &+ 3]) &<< 24
    }
}
