/// An hour of one device: what is sealed together.
struct DeviceHour: Hashable {
    let hour: Hour
    /// The device's number.
    let device: Int64
}
