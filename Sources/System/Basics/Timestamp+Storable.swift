extension Timestamp {
    /// The times that a file, a database and ISO 8601 hold: 1970 to 9999.
    ///
    /// No calculation with them overflows.
    public static let storable = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)

    /// True from 1970 to 9999.
    public var isStorable: Bool { Self.storable.contains(self) }

    /// Reads milliseconds since 1970 of a file or a request; nil outside of 1970 to 9999.
    public init?(storable milliseconds: Int64) {
        self.init(milliseconds: milliseconds)
        guard isStorable else { return nil }
    }

    /// Reads ISO 8601 of a file or a request; nil for anything else, and before 1970.
    public init?(storable text: some StringProtocol) {
        self.init(iso8601: text)
        guard isStorable else { return nil }
    }
}
