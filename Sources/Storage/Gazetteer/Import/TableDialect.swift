/// How a table stands in bytes.
struct TableDialect {
    /// What stands between two fields.
    let separator: UInt8
    /// Whether a field may stand in quotation marks, and then have separators and ends of lines in it (RFC 4180).
    let allowsQuotes: Bool

    static let tabs = TableDialect(separator: 0x09, allowsQuotes: false)
    static let csv = TableDialect(separator: UInt8(ascii: ","), allowsQuotes: true)
}
