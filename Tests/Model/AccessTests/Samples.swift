import Basics
import Location
import Testing

@testable import Access

/// A constant secret.
func secret(_ number: UInt8) throws -> Secret {
    Secret(drawn: Array(repeating: number, count: Secret.byteCount))
}

extension Timestamp {
    /// 2026-01-01T00:00:00Z.
    static let start = Timestamp(milliseconds: 1_767_225_600_000)
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
    static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
