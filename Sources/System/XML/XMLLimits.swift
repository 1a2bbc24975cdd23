/// What no honest file exceeds, and what bounds the memory that a hostile one can take.
public enum XMLLimits {
    /// Elements within each other; GPX with extensions has about eight.
    public static let maxNesting = 64
    /// Bytes of one tag with its attributes, comment or instruction, which expat holds until it is whole.
    ///
    /// What arrives in one piece is told to be too long no later than after as many bytes more.
    public static let maxMarkupBytes = 65_536
    /// Bytes of text between two tags.
    public static let maxTextBytes = 1_048_576
    /// Different names of elements and attributes, each of which expat keeps until the end.
    public static let maxNames = 1024
    /// Bytes of a name.
    public static let maxNameBytes = 256
}
