/// What places are put in order by.
public enum GazetteerOrder: String, CaseIterable, Sendable {
    /// The name, in Latin letters where the source has it so.
    case name
    /// The code; places without one are left out.
    case code
}
