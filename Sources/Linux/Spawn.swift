import CLinux
import Glibc

/// How a ``ChildProcess`` is started: posix_spawn(3), with a guard beside the program.
///
/// The program must end when this process does, even by SIGKILL. `PR_SET_PDEATHSIG` does not do: posix_spawn cannot set
/// it, it is sent already when the *thread* that started the child ends, and the kernel forgets it when a program
/// changes its user, as gpsd does (prctl(2)). So a shell starts a guard in the background and then becomes the program.
/// The guard waits for a line on a socket whose other end this process holds: the end of the file without a line means
/// that this process is gone.
struct Spawn {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    let output: String
    let errors: String

    private static let script = """
        (read -r line <&3 || { kill -TERM $$; sleep 1; kill -KILL $$; }) 2>/dev/null & exec "$@" 3<&-
        """

    /// Starts the program; the lifeline has to be kept for as long as it shall run.
    func start(_ lifeline: borrowing SocketPair) throws(SystemError) -> pid_t {
        // The shell would report this too, but only into the program's standard error.
        guard unsafe access(program, X_OK) == 0 else { throw .last("exec", program) }
        let guardSocket = lifeline.far.number
        let words = ["/bin/sh", "-c", Self.script, "sh", program] + arguments
        // The pointers are used inside these two calls only.
        return try unsafe Self.withCStrings(words) { argv throws(SystemError) in
            try unsafe Self.withCStrings(variables) { envp throws(SystemError) in
                try unsafe spawn(argv, envp, guardSocket: guardSocket)
            }
        }
    }

    /// The variables of this process with those of the child over them.
    private var variables: [String] {
        var inherited: [String] = []
        var next = unsafe whereismy_environ()
        // A list of C strings that ends with a null pointer; environ(7).
        while let entry = unsafe next?.pointee {
            inherited.append(unsafe String(cString: entry))
            unsafe next = next?.advanced(by: 1)
        }
        let kept = inherited.filter { environment[String($0.prefix { $0 != "=" })] == nil }
        return kept + environment.map { "\($0.key)=\($0.value)" }
    }

    private typealias CStrings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// The arrays end with null and live until the call returns; so do the attributes and actions made here.
    private func spawn(_ argv: CStrings, _ envp: CStrings, guardSocket: Int32) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let append = O_WRONLY | O_CREAT | O_APPEND
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, append, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, append, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, guardSocket, 3)
        _ = unsafe whereismy_close_from(&actions, 4)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe Self.setSignals(&attributes)
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, "/bin/sh", &actions, &attributes, argv, envp)
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        return pid
    }

    /// A group of its own, and all signals as a new program expects them: none blocked, none ignored.
    private static func setSignals(_ attributes: UnsafeMutablePointer<posix_spawnattr_t>) {
        var none = sigset_t()
        var all = sigset_t()
        // Each call touches only the sets on this stack and the attributes of the caller.
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(attributes, &none)
        unsafe posix_spawnattr_setsigdefault(attributes, &all)
        unsafe posix_spawnattr_setpgroup(attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(attributes, Int16(flags))
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (CStrings) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let list = CStrings.allocate(capacity: strings.count + 1)
        // Every element is set before it is read, and freed with the list after the call.
        for (index, string) in strings.enumerated() { unsafe list[index] = strdup(string) }
        unsafe list[strings.count] = nil
        defer {
            for index in strings.indices { unsafe free(list[index]) }
            unsafe list.deallocate()
        }
        return try unsafe body(list)
    }
}
