import CLinux
import Glibc
import Synchronization

/// A command line parsed by glibc's getopt_long(3).
///
/// Long options may be abbreviated unambiguously, values may follow after a space or `=`, options and operands may be
/// mixed, and `--` ends the options.
public struct GetOpt: Hashable, Sendable {
    /// An option of a program.
    public struct Option: Hashable, Sendable {
        /// The long name, without the two hyphens.
        public var name: String
        /// The short name, without the hyphen; nil if there is none.
        public var letter: Unicode.Scalar?
        /// True if a value must follow.
        public var takesValue: Bool

        /// Creates an option.
        public init(_ name: String, letter: Unicode.Scalar? = nil, takesValue: Bool) {
            self.name = name
            self.letter = letter
            self.takesValue = takesValue
        }
    }

    /// One parsed option or error, in the order of the command line.
    public enum Item: Hashable, Sendable {
        /// The option of that index, with its value if it takes one.
        case option(Int, value: String?)
        /// The option of that index without its required value.
        case missingValue(Int)
        /// The option of that index with a value that it does not take.
        case unexpectedValue(Int)
        /// An unknown option, or an ambiguous abbreviation.
        case unknown(String)
    }

    /// The options found.
    public private(set) var items: [Item] = []
    /// The other arguments, in order.
    public private(set) var operands: [String] = []

    /// The codes of options start here, above every letter.
    private static let firstCode: Int32 = 0x10_0000

    /// getopt_long keeps its state in globals.
    private static let lock = Mutex<Void>(())

    /// Parses arguments, without the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - options: The options of the program.
    ///   - stopsAtOperand: If true, all arguments after the first operand are operands too.
    public init(_ arguments: [String], options: [Option], stopsAtOperand: Bool = false) {
        let found = Self.lock.withLock { _ in
            Self.scan(arguments, options: options, shorts: (stopsAtOperand ? "+:" : ":") + Self.letters(of: options))
        }
        items = found.items
        operands = found.operands
    }

    private static func letters(of options: [Option]) -> String {
        options.map { option in option.letter.map { "\($0)" + (option.takesValue ? ":" : "") } ?? "" }.joined()
    }

    private static func scan(
        _ arguments: [String], options: [Option], shorts: String
    ) -> (items: [Item], operands: [String]) {
        // Both arrays of C strings live until the scan is over, and are null-terminated as getopt_long requires.
        let arguments = CStrings([""] + arguments)
        let names = CStrings(options.map(\.name))
        var longs = unsafe options.indices.map { index in
            unsafe option(
                name: names[index], has_arg: options[index].takesValue ? required_argument : no_argument,
                flag: nil, val: firstCode + Int32(index))
        }
        unsafe longs.append(option())
        return withExtendedLifetime(names) {
            unsafe scan(arguments, shorts: shorts, longs: longs, options: options)
        }
    }

    private static func scan(
        _ arguments: CStrings, shorts: String, longs: [option], options: [Option]
    ) -> (items: [Item], operands: [String]) {
        var items: [Item] = []
        var step = unsafe whereismy_getopt_long(1, arguments.count, arguments.pointers, shorts, longs)
        while unsafe step.code != -1 {
            unsafe items.append(item(of: step, arguments: arguments, options: options))
            unsafe step = whereismy_getopt_long(0, arguments.count, arguments.pointers, shorts, longs)
        }
        // getopt_long has moved the operands to the end.
        let operands = unsafe (Int(step.next)..<Int(arguments.count)).map { arguments.string(at: $0) }
        return (items, operands)
    }

    private static func item(
        of step: whereismy_option_step, arguments: CStrings, options: [Option]
    ) -> Item {
        switch unsafe step.code {
        case Int32(UInt8(ascii: ":")):
            if let index = unsafe index(of: step.culprit, in: options) { return .missingValue(index) }
        case Int32(UInt8(ascii: "?")):
            if let index = unsafe index(of: step.culprit, in: options) { return .unexpectedValue(index) }
        default:
            if let index = unsafe index(of: step.code, in: options) {
                // The argument points into `arguments`, which is alive.
                return unsafe .option(index, value: step.argument.map { unsafe String(cString: $0) })
            }
        }
        return unsafe .unknown(unknownToken(of: step, arguments: arguments))
    }

    private static func index(of code: Int32, in options: [Option]) -> Int? {
        if code >= firstCode { return options.indices.contains(Int(code - firstCode)) ? Int(code - firstCode) : nil }
        guard code > 0 else { return nil }
        return options.firstIndex { $0.letter?.value == UInt32(code) }
    }

    private static func unknownToken(of step: whereismy_option_step, arguments: CStrings) -> String {
        let culprit = unsafe step.culprit
        guard culprit == 0 else { return "-" + String(decoding: [UInt8(truncatingIfNeeded: culprit)], as: UTF8.self) }
        return unsafe arguments.string(at: Int(step.next) - 1)
    }
}
