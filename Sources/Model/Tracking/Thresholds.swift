/// The numbers that decisions are made on, each with the reason for its value, by what they decide.
///
/// Those of times, of frozen positions and of what carries a receiver stand beside them in this folder.
enum Thresholds {}
