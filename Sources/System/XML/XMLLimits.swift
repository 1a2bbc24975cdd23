/// The limits above any legitimate file, which bound the memory that a hostile one can use.
public enum XMLLimits {
    /// The maximum depth of elements; GPX with extensions has about eight.
    public static let maxNesting = 64
    /// The maximum length in bytes of a tag with its attributes, a comment or an instruction, which expat buffers.
    ///
    /// For data that arrives in one piece, the error may come up to as many bytes later.
    public static let maxMarkupBytes = 65_536
    /// The maximum length of text between two tags in bytes.
    public static let maxTextBytes = 1_048_576
    /// The maximum number of distinct names of elements and attributes, which expat retains until the end.
    public static let maxNames = 1024
    /// The maximum length of a name in bytes.
    public static let maxNameBytes = 256
}
