/// The plural form of a text with a whole number.
public enum PluralCategory: String, CaseIterable, Sendable {
    case one, few, many, other

    /// The form of a count in a language, by the cardinal rules of CLDR 44 for whole numbers
    /// (`common/supplemental/plurals.xml`).
    public init(of count: Int, in language: Language) {
        let number = count.magnitude
        self =
            switch language {
            case .japanese: .other
            case .polish: Self.polish(number)
            case .french, .portuguese: number < 2 ? .one : Self.romance(number)
            case .spanish, .italian: number == 1 ? .one : Self.romance(number)
            case .english, .german, .dutch, .swedish: number == 1 ? .one : .other
            }
    }

    private static func polish(_ number: UInt) -> PluralCategory {
        guard number != 1 else { return .one }
        let isTeen = (12...14).contains(number % 100)
        return (2...4).contains(number % 10) && !isTeen ? .few : .many
    }

    /// Whole millions have a form of their own, which a table may leave out.
    private static func romance(_ number: UInt) -> PluralCategory {
        number > 0 && number.isMultiple(of: 1_000_000) ? .many : .other
    }
}
