import Linux
import Testing

struct GetOptTests {
    private static let options = [
        GetOpt.Option("file", letter: "f", takesValue: true), GetOpt.Option("fast", takesValue: false),
        GetOpt.Option("help", letter: "h", takesValue: false),
    ]

    private func scan(_ arguments: [String], stopsAtOperand: Bool = false) -> GetOpt {
        GetOpt(arguments, options: Self.options, stopsAtOperand: stopsAtOperand)
    }

    @Test(
        "parses options",
        arguments: [
            ([], [], []),
            (["--file", "a", "--file=b", "-fc", "-f", "d"], ["a", "b", "c", "d"].map { .option(0, value: $0) }, []),
            (["--fast", "x", "-h", "y"], [.option(1, value: nil), .option(2, value: nil)], ["x", "y"]),
            (["--fa"], [.option(1, value: nil)], []),
            (["--", "--fast"], [], ["--fast"]),
            (["--file", "--fast"], [.option(0, value: "--fast")], []),
            (["--file="], [.option(0, value: "")], []),
            (["-"], [], ["-"]),
        ] as [([String], [GetOpt.Item], [String])])
    func options(arguments: [String], items: [GetOpt.Item], operands: [String]) {
        #expect(scan(arguments).items == items)
        #expect(scan(arguments).operands == operands)
    }

    @Test(
        "reports errors",
        arguments: [
            (["--file"], .missingValue(0)), (["-f"], .missingValue(0)), (["--fast=1"], .unexpectedValue(1)),
            (["--slow"], .unknown("--slow")), (["--slow=1"], .unknown("--slow=1")), (["--f"], .unknown("--f")),
            (["-x"], .unknown("-x")), (["a", "--slow"], .unknown("--slow")),
        ] as [([String], GetOpt.Item)])
    func faults(arguments: [String], item: GetOpt.Item) {
        #expect(scan(arguments).items == [item])
    }

    @Test("short options may be combined")
    func cluster() {
        #expect(scan(["-hxf", "a"]).items == [.option(2, value: nil), .unknown("-x"), .option(0, value: "a")])
    }

    @Test("non-ASCII options are unknown, without a crash")
    func notASCII() {
        #expect(!scan(["-ü"]).items.isEmpty)
        #expect(scan(["--grün"]).items == [.unknown("--grün")])
        #expect(scan(["grün"]).operands == ["grün"])
    }

    @Test("stops at the first operand on request")
    func stopping() {
        let found = scan(["--fast", "open", "--help"], stopsAtOperand: true)
        #expect(found.items == [.option(1, value: nil)])
        #expect(found.operands == ["open", "--help"])
    }

    @Test("concurrent scans do not interfere")
    func concurrent() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    scan(["--file", "\(number)", "rest"])
                        .items == [.option(0, value: "\(number)")]
                }
            }
            for await right in group { #expect(right) }
        }
    }
}
