import Glibc
import Orders

exit(OrdersProgram.run())
