/// The numbers of a TPV line that are read without libgps; NaN for those that are missing.
struct TPVNumbers {
    /// A member with a number.
    enum Field: Int {
        case lat, lon, altHAE, altMSL, eph, epx, epy, epv, speed, eps, track, epd, climb, alt, dgpsAge
        case clockdrift, jam, ant, antPwr
        /// A member that nothing reads.
        case unused

        /// The members with a value in a TPV, by their numbers.
        static let stored: [(field: Field, path: any WritableKeyPath<TPV, Double> & Sendable)] = [
            (.lat, \.latitude), (.lon, \.longitude), (.alt, \.alt), (.altHAE, \.altHAE), (.altMSL, \.altMSL),
            (.eph, \.eph), (.epx, \.epx), (.epy, \.epy), (.epv, \.epv), (.speed, \.speed), (.eps, \.eps),
            (.track, \.track), (.epd, \.epd), (.climb, \.climb), (.dgpsAge, \.dgpsAge),
            (.clockdrift, \.clockDrift), (.jam, \.jam), (.ant, \.ant), (.antPwr, \.antPwr),
        ]

        /// Finds the member of a name; nil for any other.
        init?(_ name: Name) {
            // The only name of more than eight bytes.
            if name.start == Name("cl").bits, name.bits == Name("ockdrift").bits {
                self = .clockdrift
                return
            }
            guard name.start == 0, let field = Self.field(name.bits) else { return nil }
            self = field
        }

        private static func field(_ name: UInt64) -> Field? {
            switch name {
            case Name("lat").bits: .lat
            case Name("lon").bits: .lon
            case Name("alt").bits: .alt
            case Name("altHAE").bits: .altHAE
            case Name("altMSL").bits: .altMSL
            case Name("eph").bits: .eph
            case Name("epx").bits: .epx
            case Name("epy").bits: .epy
            case Name("epv").bits: .epv
            case Name("speed").bits: .speed
            case Name("eps").bits: .eps
            case Name("track").bits: .track
            case Name("epd").bits: .epd
            case Name("climb").bits: .climb
            case Name("dgpsAge").bits: .dgpsAge
            case Name("jam").bits: .jam
            case Name("ant").bits: .ant
            case Name("antPwr").bits: .antPwr
            case Name("ept").bits, Name("epc").bits, Name("sep").bits, Name("magtrack").bits, Name("magvar").bits,
                Name("geoidSep").bits:
                .unused
            default: nil
            }
        }
    }

    /// A name of at most ten bytes as two integers, one of the last eight, since comparing texts would take longer than
    /// parsing the numbers.
    struct Name {
        private(set) var bits: UInt64 = 0
        private(set) var start: UInt64 = 0

        init() {}

        @inline(__always)
        init(_ text: StaticString) {
            for index in 0..<text.utf8CodeUnitCount { bits = bits << 8 | UInt64(unsafe text.utf8Start[index]) }
        }

        /// Appends a byte; false if there is no room, or for the end of the line.
        mutating func append(_ byte: UInt8) -> Bool {
            guard start >> 8 == 0, byte != 0 else { return false }
            (start, bits) = (start << 8 | bits >> 56, bits << 8 | UInt64(byte))
            return true
        }
    }

    /// The values by the fields' numbers.
    var values = InlineArray<19, Double>(repeating: .nan)
    /// True if a member has a value that is no number, such as one in quotes.
    var isIrregular = false

    /// Returns the value of a member, else the one that libgps has read.
    subscript(field: Field, other: Double) -> Double {
        let value = values[field.rawValue]
        return value.isNaN ? other : value
    }
}
