import Glibc
import Orders

exit(OrdersProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
