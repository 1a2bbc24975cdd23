import Command
import CommandLine
import Configuration
import Testing

struct WebhookCommandTests {
    private static let configuration = """
        [webhook phone]
        url = https://user:hidden@ntfy.example.org/boat?auth=hidden
        body = text
        events = dragging, lost
        [webhook log]
        url = http://localhost:1234/in
        places = Home
        """

    private static func system(_ configuration: String = configuration) -> FakeSystem {
        FakeSystem(files: ["/etc/whereismy/whereismy.conf": Array(configuration.utf8)])
    }

    @Test("webhooks are listed with their hosts, and never with the rest of their addresses")
    func list() {
        let result = Self.system().run("webhook")
        #expect(
            result.text == """
                phone  ntfy.example.org  text  dragging, lost
                log    localhost:1234    json  enter, leave, dragging, holding, lost, found, contradicted, trusted

                """)
        let json = Self.system().run("webhook", "list", "--format", "json").text
        #expect(
            json == """
                {"name":"phone","host":"ntfy.example.org","body":"text","events":["dragging","lost"]}
                {"name":"log","host":"localhost:1234","body":"json","events":["enter","leave","dragging","holding",\
                "lost","found","contradicted","trusted"],"places":["Home"]}

                """)
        let none = Self.system("\n").run("webhook")
        #expect(none.code == .nothingKnown && none.diagnostics.contains("no webhook"))
    }

    @Test("a test runs the sender with the name, the event and the configuration")
    func test() {
        let system = FakeSystem()
        let result = system.run(
            "webhook", "test", "phone", "--event", "enter", "--place", "Home", "--config", "/x/y.conf", "-q")
        // The fake has no sender, so that both directories are tried.
        #expect(result.code == .failure)
        #expect(result.diagnostics.contains("fix: sudo apt install whereismy-publish"))
        let arguments = [
            "--test-webhook", "phone", "--event", "enter", "--place", "Home", "--config", "/x/y.conf", "--quiet",
        ]
        #expect(
            system.started == [
                ["/opt/bin/whereismy-publish"] + arguments,
                ["/opt/bin/../lib/whereismy/whereismy-publish"] + arguments,
            ])
        #expect(FakeSystem().run("webhook", "test").diagnostics == "webhook test needs a name of webhook list")
    }
}
