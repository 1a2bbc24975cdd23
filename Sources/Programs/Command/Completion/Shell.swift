/// A shell that completes what is being typed.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// What it has to read for that.
    var script: String {
        switch self {
        case .bash: BashScript.text
        case .zsh: ZshScript.text
        case .fish: FishScript.text
        }
    }
}
