import FleetCommand
import Glibc

exit(FleetProgram.main(Array(CommandLine.arguments.dropFirst())))
