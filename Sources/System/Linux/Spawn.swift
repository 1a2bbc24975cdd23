import CLinux
import Glibc

/// A call of posix_spawn(3): the program, its environment, signals and file actions.
struct Spawn {
    typealias FileActions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    /// The path of the executable, or a name to look up in `PATH`.
    let file: String
    /// The arguments, starting with the program's name.
    let arguments: [String]
    /// Variables to add to those of this process; nil passes the environment on unchanged.
    var environment: [String: String]?
    /// True if ``file`` is looked up in `PATH`.
    var isSearched = false
    /// True for a new process group with the default signals; otherwise only SIGPIPE and the mask are reset.
    var leadsGroup = true

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - subject: The program named in errors.
    ///   - setStreams: Adds the file actions.
    /// - Returns: The process id.
    /// - Throws: ``SystemError`` with the subject.
    func start(
        _ subject: String, setStreams: (FileActions) -> Void
    ) throws(SystemError) -> pid_t {
        let argumentList = CStrings(arguments)
        let variables = environment.map { added in
            CStrings(ProcessEnvironment.variables.merging(added) { $1 }.map { "\($0.key)=\($0.value)" })
        }
        var actions = unsafe posix_spawn_file_actions_t()
        // The arrays are null-terminated and live until the call returns; so do the attributes and actions created here.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe setStreams(&actions)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe setSignals(&attributes)
        var process = pid_t()
        let call = unsafe isSearched ? posix_spawnp : posix_spawn
        let variableList = unsafe variables?.pointers ?? whereismy_environ()
        let code = unsafe call(&process, file, &actions, &attributes, argumentList.pointers, variableList)
        guard code == 0 else { throw SystemError("posix_spawn", subject, code: code) }
        return process
    }

    /// Resets signals that this program ignores (SIGPIPE) or a thread blocks: both would survive exec.
    private func setSignals(_ attributes: UnsafeMutablePointer<posix_spawnattr_t>) {
        var none = sigset_t()
        var reset = sigset_t()
        // Each call accesses the sets on this stack and the caller's attributes only.
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&reset)
        unsafe sigaddset(&reset, SIGPIPE)
        if leadsGroup { unsafe sigfillset(&reset) }
        unsafe posix_spawnattr_setsigmask(attributes, &none)
        unsafe posix_spawnattr_setsigdefault(attributes, &reset)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if leadsGroup {
            unsafe posix_spawnattr_setpgroup(attributes, 0)
            flags |= POSIX_SPAWN_SETPGROUP
        }
        unsafe posix_spawnattr_setflags(attributes, Int16(flags))
    }
}

/// A null-terminated array of C strings, as `main` receives and `posix_spawn` expects them.
///
/// It owns copies of the strings and frees them; C may reorder the pointers.
@safe
final class CStrings {
    /// The array for C, valid as long as this object lives.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let originals: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        // deinit frees both by the pointers stored here, regardless of how C has reordered the array.
        unsafe originals = strings.map { unsafe strdup($0) }
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for index in 0...strings.count {
            unsafe (pointers + index).initialize(to: index < strings.count ? originals[index] : nil)
        }
    }

    deinit {
        unsafe originals.forEach { unsafe free($0) }
        unsafe pointers.deallocate()
    }

    /// The number of strings, without the terminating null.
    var count: Int32 { unsafe Int32(clamping: originals.count) }

    /// Returns the string at an index of the array as C left it; empty out of range.
    func string(at index: Int) -> String {
        guard (0..<Int(count)).contains(index), let text = unsafe pointers[index] else { return "" }
        return unsafe String(cString: text)
    }

    /// The C string at an index, valid as long as this object lives; nil out of range.
    subscript(index: Int) -> UnsafePointer<CChar>? {
        guard (0..<Int(count)).contains(index) else { return nil }
        return unsafe UnsafePointer(pointers[index])
    }
}

/// A pair of connected sockets.
struct SocketPair: ~Copyable, Sendable {
    let near: FileDescriptor
    let far: FileDescriptor

    /// Creates a pair that child programs do not inherit.
    init() throws(SystemError) {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // The kernel writes two numbers into an array of two.
        guard unsafe socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
        near = FileDescriptor(owning: numbers[0])
        far = FileDescriptor(owning: numbers[1])
    }

    /// Closes the far end here, while another process holds it; reads at the near end then stop when that process
    /// closes it.
    consuming func closeFarEnd() -> FileDescriptor { near }
}
