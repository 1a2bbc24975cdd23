import Configuration
import Linux
import Systemd
import Tracking

/// The files that an earlier run left for this one.
enum StateFile {
    /// Reads a file; nil if there is none.
    ///
    /// A broken file is logged and ignored: it is no reason not to start. One with an address that `decode` has changed,
    /// since an earlier version had stored its password, is replaced at once.
    static func read<Value, Failure>(
        _ file: String, by decode: ([UInt8]) throws(Failure) -> Value, _ encode: (Value) -> [UInt8]
    ) -> Value? {
        do {
            let bytes = try FileContents.read(file)
            let value = try decode(bytes)
            // A password that gpsd has cut stands before no "@"; every address has a colon and slashes.
            if bytes.contains(UInt8(ascii: "/")), case let clean = encode(value), clean != bytes {
                try AtomicFile.replace(file, with: clean, mode: 0o640, durable: true)
            }
            return value
        } catch let error as SystemError where error.isNotFound {
            return nil
        } catch {
            Log.write(.warning, "\(file): ignored: \(error)")
            return nil
        }
    }
}

extension LearnedReceivers {
    /// Reads what earlier runs have learnt; nothing if the file is missing or damaged.
    static func read(_ settings: Settings) -> LearnedReceivers {
        StateFile.read(settings.receiversFile, by: LearnedReceiversJSON.decode, LearnedReceiversJSON.encode)
            ?? LearnedReceivers()
    }
}
