/// What may stand where the value of an option or an operand does, as shells offer it.
public enum Candidates: Sendable {
    /// What nobody can list beforehand.
    case unknown
    /// One of these words: letters, digits and hyphens.
    ///
    /// They are gathered only when they are asked for, since every start of a program makes its tables.
    case words(@Sendable () -> [String])
    /// A file.
    case files
    /// A directory.
    case directories
    /// The name of one of the owner's places, as `whereismy place list` tells them.
    case places

    /// The words of a choice.
    public static func each<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        of type: Choice.Type
    ) -> Candidates {
        .words { Choice.allCases.map(\.rawValue) }
    }
}
