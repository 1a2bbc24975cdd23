import Glibc
import Publishing

exit(PublishProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
