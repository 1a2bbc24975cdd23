import Command
import Glibc
import Hooks

// The hooks run in this program under another name: a program of their own would be as large as this one's runtime.
let arguments = Array(CommandLine.arguments.dropFirst())
let isHooks = CommandLine.arguments.first?.split(separator: "/").last == "whereismy-hooks"
exit(isHooks ? HooksProgram.run(arguments: arguments) : CommandProgram.main(arguments))
