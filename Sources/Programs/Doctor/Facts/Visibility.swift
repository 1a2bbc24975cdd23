/// Whether what is looked for can be seen.
enum Visibility: Hashable, Sendable {
    /// It is there.
    case visible
    /// It is not there.
    case absent
    /// The caller may not look; why.
    case inaccessible(String)
}
