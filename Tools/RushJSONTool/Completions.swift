/// Completions of commands and options.
enum Completions {
  static func text(for shell: String) -> String {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    default: fish
    }
  }

  private static func words(_ command: CommandEntry) -> String {
    var words = command.options.map(\.name) + ["--help"]
    if case .word(let own) = command.operands { words += own }
    return words.joined(separator: " ")
  }

  private static var names: String {
    OptionTable.commands.map(\.name).joined(separator: " ")
  }

  private static var bash: String {
    let cases = OptionTable.commands.map { "    \($0.name)) words='\(words($0))' ;;\n" }.joined()
    return """
      _rushjson() {
        local word=${COMP_WORDS[COMP_CWORD]} words=
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names) --help --version' -- "$word"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)  esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        case $word in -*) ;; *) COMPREPLY+=($(compgen -f -- "$word")) ;; esac
      }
      complete -o filenames -F _rushjson rushjson

      """
  }

  private static var zsh: String {
    let commands = OptionTable.commands
      .map { "    '\($0.name):\(quoted($0.summary, in: "zsh"))'\n" }.joined()
    let cases = OptionTable.commands.map { command in
      let options = command.options.map { option in
        let value = [option.value, option.second].compactMap { $0.map { ":\($0.name): " } }.joined()
        let star = option.isRepeated ? "*" : ""
        return "'\(star)\(option.name)[\(quoted(option.summary, in: "zsh"))]\(value)'"
      }
      let operands =
        if case .word(let words) = command.operands {
          words.isEmpty ? "" : "'1:word:(\(words.joined(separator: " ")))'"
        } else {
          "'*:file:_files'"
        }
      return "    \(command.name)) _arguments \((options + [operands]).joined(separator: " ")) ;;\n"
    }.joined()
    return """
      #compdef rushjson
      _rushjson() {
        local -a commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      _rushjson "$@"

      """
  }

  private static var fish: String {
    var lines = ["complete -c rushjson -n __fish_use_subcommand -f"]
    for command in OptionTable.commands {
      lines.append(
        "complete -c rushjson -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary, in: "fish"))'"
      )
      let isSeen = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        let name =
          option.name.hasPrefix("--")
          ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        let value = option.value == nil ? "" : " -r"
        lines.append(
          "complete -c rushjson \(isSeen) \(name)\(value) -d '\(quoted(option.summary, in: "fish"))'"
        )
      }
      if case .word(let words) = command.operands, !words.isEmpty {
        lines.append("complete -c rushjson \(isSeen) -f -a '\(words.joined(separator: " "))'")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Without what ends a string in single quotes, or a description.
  private static func quoted(_ text: String, in shell: String) -> String {
    let replaced: [Character: Character] =
      shell == "zsh" ? ["[": "(", "]": ")", ":": ","] : [:]
    return String(text.filter { $0 != "'" && $0 != "\\" }.map { replaced[$0] ?? $0 })
  }
}
