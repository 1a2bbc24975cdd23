import CLinux
import Glibc

extension ProgramOutput {
    /// Starts a program whose standard output is a descriptor; its other streams are /dev/null.
    static func start(_ program: String, _ arguments: [String], output: Int32) throws(SystemError) -> pid_t {
        let words = CStrings([program] + arguments)
        let variables = ProcessEnvironment.variables.merging(["LC_ALL": "C"]) { $1 }
        let environment = CStrings(variables.map { "\($0.key)=\($0.value)" })
        var actions = unsafe posix_spawn_file_actions_t()
        // The arrays are null-terminated and live until the call returns; so do the attributes and actions created
        // here.
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe setStreams(&actions, output)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe Spawn.setSignals(&attributes)
        var process: pid_t = 0
        let code = unsafe posix_spawnp(
            &process, program, &actions, &attributes, words.pointers, environment.pointers)
        guard code == 0 else { throw SystemError("posix_spawn", program, code: code) }
        return process
    }

    private static func setStreams(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ output: Int32) {
        // Each call copies its arguments into the caller's actions.
        unsafe posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(actions, output, 1)
        unsafe posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0)
        _ = unsafe whereismy_close_from(actions, 3)
    }
}
