import Command
import Configuration
import Simulator
import Testing

struct SimulateCommandTests {
    @Test("without a scenario all are listed, a line each")
    func list() {
        let outcome = FakeWorld().run("simulate")
        #expect(outcome.code == .success)
        let names = outcome.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names == Scenario.all.map { Substring($0.name) })
    }

    @Test("the same seed yields the same output, another seed a different one", arguments: ["gpsd", "nmea", "truth"])
    func seed(format: String) {
        let print = { FakeWorld().run("simulate", "city", "--rate", "0.1", "--format", format, "--seed", $0).output }
        #expect(print("7") == print("7"))
        #expect(print("7") != print("8"))
        #expect(print("7").count > 5000)
    }

    @Test("a long journey is written in chunks, with the rest at the end")
    func streaming() {
        let world = FakeWorld()
        let outcome = world.run("simulate", "parked", "--format", "truth", "--rate", "1")
        #expect(world.written.count > 10)
        #expect(world.written.allSatisfy { $0.count < 100_000 })
        let lines = (world.written.joined() + outcome.output).count { $0 == 0x0A }
        #expect(lines == 4 * 3600)
    }

    @Test("a closed pipe ends the output without failure")
    func brokenPipe() {
        let outcome = FakeWorld(readerIsGone: true).run("simulate", "parked")
        #expect(outcome == CommandResult(code: .success))
    }

    @Test(
        "invalid arguments are usage errors with the fix",
        arguments: [
            (["citty"], "city"), (["city", "walk"], "one scenario"), (["city", "--seed", "-1"], "--seed"),
            (["city", "--rate", "11"], "0.1 to 10"), (["city", "--rate", "nan"], "0.1 to 10"),
            (["city", "--format", "xml"], "gpsd"),
        ])
    func usage(arguments: [String], hint: String) {
        let outcome = FakeWorld().run(["simulate"] + arguments)
        #expect(outcome.code == .usage)
        #expect(outcome.diagnostics.contains(hint))
        #expect(outcome.output.isEmpty)
    }
}
