import Languages
import Testing

struct PluralCategoryTests {
    @Test(
        "a count has the form of its language",
        arguments: [
            (Language.polish, [1: PluralCategory.one, 0: .many, 2: .few, 4: .few, 5: .many, 12: .many]),
            (.polish, [22: .few, 112: .many, 1_000_000: .many]),
            (.english, [0: .other, 1: .one, 2: .other, -1: .one, 21: .other]),
            (.french, [0: .one, 1: .one, 2: .other, 1_000_000: .many]),
            (.portuguese, [0: .one, 1: .one, 2: .other, 2_000_000: .many]),
            (.spanish, [0: .other, 1: .one, 1_000_001: .other]), (.italian, [1: .one, 11: .other]),
            (.japanese, [0: .other, 1: .other]), (.swedish, [1: .one]), (.dutch, [1: .one]), (.german, [1: .one]),
        ])
    func category(language: Language, counts: [Int: PluralCategory]) {
        for (count, category) in counts { #expect(PluralCategory(of: count, in: language) == category, "\(count)") }
    }

    @Test("the extremes of an integer have a form")
    func extremes() {
        #expect(PluralCategory(of: .min, in: .polish) == .many)
        #expect(PluralCategory(of: .max, in: .french) == .other)
    }
}
