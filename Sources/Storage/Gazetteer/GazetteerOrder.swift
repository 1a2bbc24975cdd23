/// What places are put in order by.
public enum GazetteerOrder: String, CaseIterable, Sendable {
    /// The name, in plain letters: accents and strokes do not count.
    case name
    /// The code; places without one are left out.
    case code
}
