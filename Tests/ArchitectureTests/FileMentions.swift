/// Which files of a room name types that other files of it declare.
///
/// A type in an extension counts where it is written with the name of the type around it, or in a file
/// that extends that type, too: `Reader` alone may mean many.
struct FileMentions {
  /// For each file the files that it names, and the names.
  private(set) var named: [String: [String: Set<String>]] = [:]
  private let paths: [String]

  init(files: [(path: String, code: SwiftCode)]) {
    paths = files.map(\.path)
    var homes: [String: Set<String>] = [:]
    var nested: [(outer: String, name: String, home: String)] = []
    for (path, code) in files {
      for declaration in code.declarations {
        if let outer = declaration.extended {
          nested.append((outer, declaration.name, path))
        } else {
          homes[declaration.name, default: []].insert(path)
        }
      }
    }
    for (path, code) in files {
      for name in code.names {
        // A name that the file declares itself is its own.
        guard let declaring = homes[name], !declaring.contains(path) else { continue }
        for home in declaring { named[path, default: [:]][home, default: []].insert(name) }
      }
      let extended = Set(code.declarations.compactMap(\.extended)).union(code.extendedTypes)
      for (outer, name, home) in nested where home != path && code.names.contains(name) {
        let isNamed =
          extended.contains(outer)
          || code.names.contains(outer) && !code.lines(containing: "\(outer).\(name)").isEmpty
        if isNamed { named[path, default: [:]][home, default: []].insert("\(outer).\(name)") }
      }
    }
  }

  /// The groups of files that can all be reached from each other, sorted (Tarjan, 1972).
  var cycles: [[String]] {
    var search = Search(named: named)
    for path in paths where search.order[path] == nil { search.visit(path) }
    return search.components.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// A line for each file of a cycle: what it names of the others.
  func description(of cycle: [String]) -> String {
    cycle.map { path in
      let others = (named[path] ?? [:]).filter { cycle.contains($0.key) }
      let parts = others.sorted { $0.key < $1.key }.map { home, names in
        "\(names.sorted().joined(separator: ", ")) of \(home.split(separator: "/").last ?? "")"
      }
      return "  \(path): \(parts.joined(separator: "; "))"
    }.joined(separator: "\n")
  }

  private struct Search {
    let named: [String: [String: Set<String>]]
    var order: [String: Int] = [:]
    private var lowest: [String: Int] = [:]
    private var open: [String] = []
    private(set) var components: [[String]] = []

    init(named: [String: [String: Set<String>]]) { self.named = named }

    mutating func visit(_ path: String) {
      let index = order.count
      order[path] = index
      lowest[path] = index
      open.append(path)
      for next in (named[path] ?? [:]).keys.sorted() {
        if order[next] == nil {
          visit(next)
          lowest[path] = min(lowest[path] ?? index, lowest[next] ?? index)
        } else if open.contains(next) {
          lowest[path] = min(lowest[path] ?? index, order[next] ?? index)
        }
      }
      guard lowest[path] == index, let start = open.firstIndex(of: path) else { return }
      components.append(Array(open[start...]))
      open.removeSubrange(start...)
    }
  }
}
