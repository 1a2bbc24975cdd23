import Command
import CommandLine
import Configuration
import Simulator
import Testing

struct SimulateCommandTests {
    @Test("without a scenario all are listed, a line each")
    func list() {
        let result = FakeSystem().run("simulate")
        #expect(result.code == .success)
        let names = result.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names == Scenario.all.map { Substring($0.name) })
    }

    @Test("the same seed yields the same output, another seed a different one", arguments: ["gpsd", "nmea", "truth"])
    func seed(format: String) {
        let print = { FakeSystem().run("simulate", "city", "--rate", "0.1", "--format", format, "--seed", $0).output }
        #expect(print("7") == print("7"))
        #expect(print("7") != print("8"))
        #expect(print("7").count > 1000)
    }

    @Test("a long journey is written in chunks, with the rest at the end")
    func streaming() {
        let system = FakeSystem()
        let result = system.run("simulate", "parked", "--format", "truth", "--rate", "1")
        #expect(system.written.count > 10)
        #expect(system.written.allSatisfy { $0.count < 100_000 })
        let lines = (system.written.joined() + result.output).count { $0 == 0x0A }
        #expect(lines == 4 * 3600)
    }

    @Test("an attack is in gpsd's JSON, and the truth marks its epochs")
    func attack() {
        let output = { (arguments: [String]) in
            let system = FakeSystem()
            let rest = system.run(["simulate", "anchor", "--rate", "0.1"] + arguments).output
            return String(decoding: system.written.joined() + rest, as: UTF8.self)
        }
        let truth = output(["--attack", "inland", "--format", "truth"])
        #expect(truth.split(separator: "\r\n").count { $0.contains("\"attacked\":true") } == 60)
        #expect(output(["--attack", "inland"]) != output([]))
        #expect(FakeSystem().run("simulate", "anchor", "--attack", "tea").code == .usage)
    }

    @Test("a closed pipe ends the output without failure")
    func brokenPipe() {
        let result = FakeSystem(readerIsGone: true).run("simulate", "parked")
        #expect(result == CommandResult(code: .success))
    }

    @Test(
        "invalid arguments are usage errors with the fix",
        arguments: [
            (["citty"], "city"), (["city", "walk"], "one scenario"), (["city", "--seed", "-1"], "--seed"),
            (["city", "--rate", "11"], "0.1 to 10"), (["city", "--rate", "nan"], "0.1 to 10"),
            (["city", "--format", "xml"], "gpsd"),
        ])
    func usage(arguments: [String], hint: String) {
        let result = FakeSystem().run(["simulate"] + arguments)
        #expect(result.code == .usage)
        #expect(result.diagnostics.contains(hint))
        #expect(result.output.isEmpty)
    }
}
