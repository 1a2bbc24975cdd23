import GPSD
import Tracking

extension GPSDClient: FixSource {}
extension Recording: FixSource {}
