import Glibc
import Hooks

exit(HooksProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
