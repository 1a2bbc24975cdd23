import CMosquitto
import Linux

extension MQTTSecurity {
    /// The directory of the system's authorities: the library accepts a client certificate only together with a file
    /// or a directory.
    private static let systemAuthorities = "/etc/ssl/certs"

    /// Sets the certificates of a handle: TLS 1.2 or later, with the broker's name checked, as are the library's defaults.
    func apply(to handle: OpaquePointer) throws(MQTTError) {
        try checkFiles()
        let directory = authorityFile == nil ? Self.systemAuthorities : nil
        // The library copies the paths. Without the callback OpenSSL prompts for the password of a key on the terminal.
        let code = unsafe mosquitto_tls_set(handle, authorityFile, directory, certificateFile, keyFile) {
            _, _, _, _ in 0
        }
        guard code == MQTTCode.success else {
            throw MQTTError("libmosquitto rejects the certificates: \(MQTTCode.text(code))")
        }
        guard authorityFile == nil else { return }
        guard unsafe mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) == MQTTCode.success else {
            throw MQTTError("libmosquitto was built without TLS")
        }
    }

    /// The library reports an unreadable file without its name.
    private func checkFiles() throws(MQTTError) {
        guard (certificateFile == nil) == (keyFile == nil) else {
            throw MQTTError("a client certificate needs both its file and the file of its key")
        }
        for path in [authorityFile, certificateFile, keyFile].compactMap(\.self) {
            do throws(SystemError) {
                _ = try FileDescriptor.open(path)
            } catch {
                throw MQTTError("\(path): \(error.reason)")
            }
        }
    }
}
