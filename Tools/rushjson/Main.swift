import Foundation
import RushJSONTool

@main
struct Main {
  static func main() {
    exit(Tool.run())
  }
}
