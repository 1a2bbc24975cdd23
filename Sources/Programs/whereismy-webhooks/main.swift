import Glibc
import WebhookDelivery

exit(WebhookProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))
