import Glibc
import Linux

/// A client of a ``FakeMQTTBroker``, on the broker's thread.
final class FakeMQTTClient {
    private let socket: FileDescriptor
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private(set) var isClosed = false

    init(socket: consuming FileDescriptor) {
        self.socket = socket
    }

    deinit {
        TCPSocket.shutDown(socket.number)
    }

    var number: Int32 { socket.number }
    var hasOutput: Bool { !output.isEmpty }

    /// Reads what has arrived.
    func receive() {
        guard let bytes = try? socket.read(upTo: 65_536), !bytes.isEmpty else { return isClosed = true }
        input += bytes
    }

    /// Replies to complete packets and records them.
    func reply(_ script: MQTTBrokerScript, _ log: inout MQTTBrokerLog) {
        while !isClosed, let packet = MQTTPacket(removingFrom: &input) { reply(to: packet, script, &log) }
        flush()
    }

    private func reply(to packet: MQTTPacket, _ script: MQTTBrokerScript, _ log: inout MQTTBrokerLog) {
        switch packet.kind {
        case .connect:
            log.connects.append(MQTTConnectPacket(packet))
            guard let code = script.connectCode else { return }
            send(MQTTPacket.connack(code: code, receiveMaximum: script.receiveMaximum))
            if code >= 0x80 { close() }
        case .publish:
            let message = MQTTPublishPacket(packet)
            log.messages.append(message)
            acknowledge(message, script.acknowledgement(log.messages.count - 1))
        case .subscribe:
            var body = packet.body[...]
            let identifier = MQTTPacket.number(&body)
            MQTTPacket.skipProperties(&body)
            log.filters.append(MQTTPacket.text(&body))
            send(MQTTPacket.bytes(.suback, MQTTPacket.bytes(identifier) + [0, script.subscribeCode]))
        case .unsubscribe:
            var body = packet.body[...]
            let identifier = MQTTPacket.number(&body)
            MQTTPacket.skipProperties(&body)
            log.endedFilters.append(MQTTPacket.text(&body))
            send(MQTTPacket.bytes(.unsuback, MQTTPacket.bytes(identifier) + [0, 0]))
        case .puback: log.acknowledgementCount += 1
        case .pingreq:
            log.pingCount += 1
            send(MQTTPacket.bytes(.pingresp, []))
        case .disconnect:
            log.disconnects.append(packet.body.first ?? 0)
            close()
        default: break
        }
    }

    private func acknowledge(_ message: MQTTPublishPacket, _ reply: MQTTBrokerScript.Acknowledgement) {
        guard let identifier = message.identifier else { return }
        let head = MQTTPacket.bytes(identifier)
        switch reply {
        // mosquitto sends the short form for 0x00 too.
        case .code(0): send(MQTTPacket.bytes(.puback, head))
        case .code(let code): send(MQTTPacket.bytes(.puback, head + [code, 0]))
        case .lost: break
        case .halfThenClose:
            send([0x40, 2, head[0]])
            close()
        case .disconnect(let code):
            send(MQTTPacket.bytes(.disconnect, [code, 0]))
            close()
        }
    }

    /// Sends bytes, as far as there is room.
    func send(_ bytes: [UInt8]) {
        output += bytes
        flush()
    }

    /// Ends the connection, after what there is room for.
    func close() {
        flush()
        isClosed = true
    }

    private func flush() {
        while !output.isEmpty, !isClosed {
            do throws(SystemError) {
                output.removeFirst(try TCPSocket.send(output, to: socket))
            } catch {
                if !error.isTransient { isClosed = true }
                return
            }
        }
    }
}
