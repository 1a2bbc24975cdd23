import CLinux
import Glibc

/// An open file, socket or pipe; its owner closes it by ending its life.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's descriptor number, valid as long as this value lives.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Writes all the bytes, blocking if necessary.
    ///
    /// - Throws: ``SystemError`` with the reason of `write`.
    public borrowing func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        var rest = ArraySlice(Array(bytes))
        while !rest.isEmpty {
            let number = number
            // The buffer outlives the call, and its count bounds what the kernel reads.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count < 0 {
                let error = SystemError.last("write")
                if error.code == EINTR { continue }
                throw error
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads at most `limit` bytes; an empty result is the end of the file.
    ///
    /// - Throws: ``SystemError`` with the reason of `read`, including `EAGAIN` for a non-blocking descriptor.
    public borrowing func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        let number = number
        var failure: SystemError?
        // The kernel writes at most `capacity` bytes, and `count` says how many of them are initialised.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            while result < 0, whereismy_errno() == EINTR {
                result = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            }
            if result < 0 { failure = .last("read") }
            count = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }
}
