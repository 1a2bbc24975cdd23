/// When a plain tracker shows a fix.
protocol PlainRule {
    static var name: String { get }
    /// Metres from the fix shown to the next one.
    static var least: Double { get }
}

/// Each fix, as it comes.
typealias PassThrough = PlainTracker<EachFix>

/// Only what is 10 m away, as many trackers do.
typealias MinimumMove = PlainTracker<TenMetres>

enum EachFix: PlainRule {
    static let name = "pass-through"
    static let least = 0.0
}

enum TenMetres: PlainRule {
    static let name = "10 m move"
    static let least = 10.0
}
