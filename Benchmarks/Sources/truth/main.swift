import Glibc

exit(await TruthProgram.run(Array(CommandLine.arguments.dropFirst())))
