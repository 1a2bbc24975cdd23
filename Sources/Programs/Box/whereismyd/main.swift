import Daemon
import Glibc

exit(DaemonProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
