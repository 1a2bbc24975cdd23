import CLinux
import Glibc

/// The spawn of a ``ChildProcess``: posix_spawn(3), with a guard beside the program.
///
/// The program must end with this process, even on SIGKILL. `PR_SET_PDEATHSIG` does not suffice: posix_spawn cannot set
/// it, it is sent already when the *thread* that started the child ends, and the kernel resets it when a program
/// changes its user, as gpsd does (prctl(2)). So a shell starts a guard in the background and then becomes the program.
/// The guard waits for a line on a socket whose other end this process holds: the end of the file without a line means
/// that this process has ended.
struct Spawn {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    let output: String
    let errors: String

    private static let script = """
        (read -r line <&3 || { kill -TERM $$; sleep 1; kill -KILL $$; }) 2>/dev/null & exec "$@" 3<&-
        """

    /// Starts the program; the caller keeps the lifeline as long as the program shall run.
    func start(_ lifeline: borrowing SocketPair) throws(SystemError) -> pid_t {
        // The shell would report this too, but only to the program's standard error.
        guard unsafe access(program, X_OK) == 0 else { throw .last("exec", program) }
        let guardSocket = lifeline.far.number
        let words = ["/bin/sh", "-c", Self.script, "sh", program] + arguments
        return try spawn(CStrings(words), CStrings(variables), guardSocket: guardSocket)
    }

    /// The variables of this process, overridden by those of the child.
    private var variables: [String] {
        ProcessEnvironment.variables.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
    }

    private func spawn(
        _ arguments: CStrings, _ variables: CStrings, guardSocket: Int32
    ) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        // The arrays are null-terminated and live until the call returns; so do the attributes and actions created
        // here.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe setStreams(&actions, guardSocket: guardSocket)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe Self.setSignals(&attributes)
        var pid: pid_t = 0
        let code = unsafe posix_spawn(
            &pid, "/bin/sh", &actions, &attributes, arguments.pointers, variables.pointers)
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        return pid
    }

    /// Sets no input, two output files and the guard's socket, and closes all other descriptors.
    private func setStreams(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, guardSocket: Int32) {
        let append = O_WRONLY | O_CREAT | O_APPEND
        // Each call copies its arguments into the caller's actions.
        unsafe posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(actions, 1, output, append, 0o600)
        unsafe posix_spawn_file_actions_addopen(actions, 2, errors, append, 0o600)
        unsafe posix_spawn_file_actions_adddup2(actions, guardSocket, 3)
        _ = unsafe whereismy_close_from(actions, 4)
    }

    /// Sets a new process group and the default signals: none blocked, none ignored.
    static func setSignals(_ attributes: UnsafeMutablePointer<posix_spawnattr_t>) {
        var none = sigset_t()
        var all = sigset_t()
        // Each call accesses the sets on this stack and the caller's attributes only.
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(attributes, &none)
        unsafe posix_spawnattr_setsigdefault(attributes, &all)
        unsafe posix_spawnattr_setpgroup(attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(attributes, Int16(flags))
    }
}
