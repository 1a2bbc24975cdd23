import Glibc

extension Double {
    /// The number as so many decimals give it.
    func printed(_ decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        return (self * scale).rounded() / scale
    }
}
