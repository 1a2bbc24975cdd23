public import GPSD
public import Tracking

extension GPSDClient: FixSource {}
extension Recording: FixSource {}
