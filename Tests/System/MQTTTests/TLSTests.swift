import Linux
import MQTT
import TestSupport
import Testing

/// Encrypted connections to Debian's broker.
@Suite(.enabled(if: MosquittoBroker.isInstalled, "mosquitto is not installed"))
struct TLSTests {
    /// A certificate for `localhost` that is its own authority, and its key.
    private struct Certificate {
        let file: String
        let key: String

        init(_ directory: ScratchDirectory, _ name: String) throws {
            file = directory.file(name + ".pem")
            key = directory.file(name + ".key")
            let output = try ProgramOutput.capture(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", file,
                ], within: .seconds(30))
            try #require(output.status == .exited(0))
        }
    }

    private let directory: ScratchDirectory
    private let server: Certificate

    init() throws {
        directory = try ScratchDirectory()
        server = try Certificate(directory, "server")
    }

    private func broker(_ options: [String] = []) throws -> MosquittoBroker {
        try MosquittoBroker(
            options: ["certfile \(server.file)", "keyfile \(server.key)"] + options + ["allow_anonymous true"])
    }

    private func reader(
        _ broker: MosquittoBroker, host: String = "localhost", _ security: MQTTSecurity?
    ) throws -> EventReader {
        var settings = MQTTSettings(host: host, port: broker.port, clientID: "van")
        settings.tls = security
        return try EventReader(settings)
    }

    private func failure(
        _ broker: MosquittoBroker, host: String = "localhost", _ security: MQTTSecurity?
    ) throws -> String {
        let reader = try reader(broker, host: host, security)
        reader.client.connect()
        let reason = try #require(reader.end())
        #expect(reader.events == [.disconnected(reason: reason)])
        return reason
    }

    @Test("messages are acknowledged over TLS")
    func publishes() throws {
        let broker = try broker()
        let reader = try reader(broker, MQTTSecurity(authorityFile: server.file))
        #expect(reader.connects())
        reader.client.publish((0..<20).map { ($0, MQTTMessage("fixes", "\($0)")) })
        #expect(reader.wait { $0.acknowledgements.count == 20 })
        reader.client.disconnect()
        #expect(reader.end() == "closed")
    }

    @Test("a certificate for another name is rejected")
    func wrongName() throws {
        let broker = try broker()
        let reason = try failure(broker, host: "127.0.0.1", MQTTSecurity(authorityFile: server.file))
        #expect(reason.contains("another name"), "\(reason)")
    }

    @Test("a certificate that the system does not trust is rejected")
    func untrusted() throws {
        let broker = try broker()
        let reason = try failure(broker, MQTTSecurity())
        #expect(reason.contains("not trusted"), "\(reason)")
    }

    @Test("a broker that requires a client certificate accepts one")
    func clientCertificate() throws {
        let client = try Certificate(directory, "client")
        let broker = try broker(["cafile \(client.file)", "require_certificate true"])
        let security = MQTTSecurity(
            authorityFile: server.file, certificateFile: client.file, keyFile: client.key)
        #expect(try reader(broker, security).connects())
        let reason = try failure(broker, MQTTSecurity(authorityFile: server.file))
        #expect(reason.contains("client certificate"), "\(reason)")
    }

    @Test("TLS to a port without it, and the reverse, end the attempt")
    func mismatch() throws {
        let plain = try MosquittoBroker()
        #expect(try failure(plain, MQTTSecurity(authorityFile: server.file)).hasPrefix("localhost:"))
        let encrypted = try broker()
        #expect(try failure(encrypted, nil).hasPrefix("localhost:"))
    }

    @Test("a missing or unusable file is named")
    func files() throws {
        let broker = try broker()
        let missing = directory.file("missing.pem")
        #expect(try failure(broker, MQTTSecurity(authorityFile: missing)).hasPrefix(missing))
        let half = MQTTSecurity(authorityFile: server.file, certificateFile: server.file)
        #expect(try failure(broker, half).contains("the file of its key"))
    }
}
