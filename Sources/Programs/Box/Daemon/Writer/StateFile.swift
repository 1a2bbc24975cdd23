import Configuration
import Linux
import Systemd
import Tracking

/// The files that an earlier run left for this one.
enum StateFile {
    /// Reads a file; nil if there is none.
    ///
    /// A broken file is logged and ignored: it is no reason not to start.
    static func read<Value, Failure>(_ file: String, by decode: ([UInt8]) throws(Failure) -> Value) -> Value? {
        do {
            return try decode(try FileContents.read(file))
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
        StateFile.read(settings.receiversFile, by: LearnedReceiversJSON.decode) ?? LearnedReceivers()
    }
}
