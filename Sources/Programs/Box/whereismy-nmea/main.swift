import Glibc
import NMEAServer

exit(NMEAProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
