import CommandLineTools
import RushJSON

/// `rushjson model`: Swift types for samples.
struct ModelCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let name: String

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    name = invocation.value("--name") ?? "Model"
    let isName = name.first?.isUppercase ?? false
    guard isName, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      SwiftName.isFree(name)
    else { throw invocation.usageError("--name", name) }
  }

  func run() throws -> Int32 {
    let shape = SampleShape()
    for var input in ToolInput.all(invocation.operands, channels) { try add(&input, to: shape) }
    if shape.count == 0 { throw UsageError("model needs a sample, and the input has no value") }
    var options = SwiftModel.Options()
    options.isJSONModel = invocation.has("--jsonmodel")
    options.isFlat = invocation.has("--flat")
    options.hasEnums = invocation.has("--enums")
    let model = SwiftModel(shape, name: name, options)
    try channels.output.write(model.text(samples: shape.count))
    return 0
  }

  /// Adds each value of the input, one tree at a time.
  private func add(_ input: inout ToolInput, to shape: SampleShape) throws {
    do throws(JSONStreamError) {
      var reader = JSONEventReader(.values, options: invocation.markedOptions)
      var isLast = false
      while !isLast {
        if let chunk = try input.next() { reader.feed(chunk) } else { isLast = true }
        if isLast { reader.finish() }
        while let tree = try reader.readValue() { shape.add(tree) }
      }
    } catch {
      throw InputReport(error, in: input, invocation.markedOptions)
    }
  }
}
