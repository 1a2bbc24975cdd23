/// Whether what is looked for can be seen.
enum Sight: Hashable, Sendable {
    /// It is there.
    case seen
    /// It is not there.
    case absent
    /// The caller may not look; why.
    case unseen(String)
}
