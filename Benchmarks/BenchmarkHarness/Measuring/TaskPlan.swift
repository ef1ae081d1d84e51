/// Which tasks are run on which files.
struct TaskPlan {
  struct Step {
    var task: BenchmarkTask
    var inputs: [BenchmarkInput]
  }

  /// In the order of the tasks. A task without files has no step.
  private(set) var steps: [Step] = []
  /// Files that a chosen task cannot take.
  private(set) var notes: [String] = []

  /// - Parameter tasksForLines: The tasks of files of lines, or `nil` if `tasks` were chosen for all files.
  init(tasks: [BenchmarkTask], tasksForLines: [BenchmarkTask]?, inputs: [BenchmarkInput]) {
    let documents = inputs.filter { !$0.isLines }
    let lines = inputs.filter(\.isLines)
    var unfit: [String] = []
    for task in tasks {
      if BenchmarkTask.withOwnText.contains(task) {
        steps.append(Step(task: task, inputs: [.made]))
        continue
      }
      let takesLines = tasksForLines == nil && task.takesLines
      let files = BenchmarkTask.forRecords.contains(task) ? lines : takesLines ? inputs : documents
      if !files.isEmpty { steps.append(Step(task: task, inputs: files)) }
      if tasksForLines == nil, !takesLines { unfit.append(task.name) }
    }
    if !unfit.isEmpty, !lines.isEmpty {
      let names = lines.map(\.name).joined(separator: ", ")
      notes.append(
        "\(unfit.joined(separator: ", ")): not timed for \(names): these are lines, for which there are "
          + "the tasks \(BenchmarkTask.forLines.map(\.name).joined(separator: ", "))")
    }
    for task in tasksForLines ?? [] where !lines.isEmpty {
      steps.append(Step(task: task, inputs: lines))
    }
  }
}

extension BenchmarkTask {
  /// The tasks that read a stream of texts.
  static let forLines = [lines, linesOnAllCores, elements]

  /// Whether the task reads a file of lines, one text on each.
  var takesLines: Bool { (Self.forLines + Self.forRecords).contains(self) }

  /// The tasks that read each line of a file of records, and no other files.
  static let forRecords = [records, recordTrees, recordMembers, recordModels, recordDirectModels]

  /// What a file lacks for which nobody took part.
  var need: String {
    switch self {
    case .decode, .decodeOnAllCores, .encode, .decodeDirect, .encodeDirect:
      "it needs a Swift type for the document, which jsonbench has for "
        + TypedModels.documentNames.joined(separator: ", ")
    case .decodeTrees, .encodeTrees:
      "it takes the statuses of \(TypedCoding.timeline), which is in Corpus"
    case .recordMembers, .recordModels, .recordDirectModels:
      "it needs a file of records, as the generated ones in Corpus"
    case .numbers: "it has no numbers"
    case .dates, .datesToText: "it has no dates"
    default: "there is nothing in it for this task"
    }
  }
}
