/// How a table stands in bytes.
struct TableFormat {
    /// What stands between two fields.
    let separator: UInt8
    /// Whether a field may stand in quotation marks, and then have separators and ends of lines in it (RFC 4180).
    let isQuoting: Bool

    static let tabs = TableFormat(separator: 0x09, isQuoting: false)
    static let csv = TableFormat(separator: UInt8(ascii: ","), isQuoting: true)
}
