import Command
import Glibc

exit(CommandProgram.main(Array(CommandLine.arguments.dropFirst())))
