import Linux
import Testing

@testable import Configuration
@testable import Doctor

/// The checks of the sender, and of a webhook's secret against its rules.
struct WebhookSecretTests {
    private static func secret(
        _ mode: UInt32, size: Int = 65, kind: FileStatus.Kind = .regular
    ) -> @Sendable (inout SystemFacts) -> Void {
        { examination in
            let group = examination.unitUser?.identity.groups.first ?? 0
            let status = FileStatus(kind: kind, mode: mode, owner: 0, group: group, size: size)
            let address = WebhookAddress("https://example.org/")
            examination.settings.webhookSections = [WebhookSection(name: "log", address: address, secretFile: "/s")]
            examination.webhooks.visibility = .visible
            examination.webhooks.files = ["/s": .success(status)]
        }
    }

    @Test(
        "a secret that the sender rejects is reported before there is anything to send",
        arguments: [
            CheckCase("well", "ok", "1 webhook, queue empty", secret(0o640)),
            CheckCase("longest", "ok", "queue empty", secret(0o640, size: 1026)),
            CheckCase("for all to read", "fail", "/s is accessible by others", cure: "chmod g-w,o= /s", secret(0o644)),
            CheckCase("for the group to write", "fail", "/s is accessible by others", cure: "g-w", secret(0o660)),
            CheckCase("empty", "fail", "/s has 0 bytes", cure: "docs/webhooks.md", secret(0o640, size: 0)),
            CheckCase("far too long", "fail", "/s has 9999 bytes", cure: "docs", secret(0o640, size: 9999)),
            CheckCase("a directory", "fail", "/s is not a file", cure: "docs", secret(0o750, kind: .directory)),
        ])
    func checked(_ fault: CheckCase) { fault.expect(of: WebhooksCheck()) }

    @Test("a sender that is not installed or cannot read a secret is reported")
    func sender() {
        let missing = CheckCase(
            "not installed", "fail", "whereismy-publish is not installed: nothing is sent",
            cure: "sudo apt install ./whereismy-publish_*.deb"
        ) {
            Self.secret(0o640)(&$0)
            $0.units?["whereismy-publish.path"] = UnitState(["LoadState": "not-found"])
            $0.host.packages = .apt
        }
        missing.expect(of: WebhooksCheck())
        let hidden = CheckCase(
            "for the daemon alone", "fail", "whereismy-publish cannot read /s", cure: "chgrp whereismy /s"
        ) {
            Self.secret(0o600)(&$0)
            $0.users = UserDatabase(
                passwd: "whereismy:x:997:997:::\nwhereismy-publish:x:996:996:::\n",
                group: "whereismy:x:997:whereismy-publish\n")
            $0.webhooks.files["/s"] = .success(FileStatus(mode: 0o600, owner: 997, group: 997, size: 65))
        }
        hidden.expect(of: WebhooksCheck())
    }
}
