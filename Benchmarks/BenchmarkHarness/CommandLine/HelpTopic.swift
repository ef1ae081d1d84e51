import RushJSONCore

enum HelpTopic: String {
  case overview = ""
  case run, compare, report, list, generate, check

  var text: String {
    switch self {
    case .overview:
      """
      jsonbench: times JSON libraries on the same documents, after comparing their answers.

      usage: jsonbench                            the default suite, under two minutes
             jsonbench run [FILE or FOLDER ...]   your own documents
             jsonbench compare OLD.json NEW.json  what got faster or slower
             jsonbench report [FILE ...]          the figures of README and Docs/Measurements.md
             jsonbench list                       tasks, contenders, corpus
             jsonbench generate FOLDER            write the corpus
             jsonbench check NAME                 numbers, floats, hostile, streams, scale, memory,
                                                  views, growth, macros, cliffs,
                                                  conveniences, attacks, out-of-memory
             jsonbench COMMAND --help             all options of a command
             jsonbench --version

      Build it with optimisation: swift run -c release jsonbench

      Exit codes: 0 success; 1 contenders disagreed, a contender or check failed, or a result is slower than
      compare --fail-above allows; 2 wrong usage, or a file that cannot be read or written.
      """
    case .run:
      """
      usage: jsonbench run [FILE or FOLDER ...] [options]

      Times every contender at every task on every file. A folder means its .json, .jsonl and .ndjson files.
      The default is the files in Corpus/. Files of lines have the tasks \(BenchmarkTask.forLines.map(\.name).joined(separator: ", ")).

        --tasks a,b         (\(BenchmarkTask.usual.map(\.name).joined(separator: ","))), from
                            \(BenchmarkTask.all.map(\.name).joined(separator: ", "))
        --contenders x,y    from \(ContenderRegistry.names.joined(separator: ", "))
        --seconds S         time for each contender, task and file (\(RunOptions.defaultSeconds))
        --rotate            all files in turn, so that the caches are cold for each
        --kernel K          no faster kernel than this one, also in simdjson; of
                            \(BlockKernel.runnable.map(\.name).joined(separator: ", "))
        --as apple          as on Apple's systems: objects of the standard library are left alone, and the kernel
                            has 16 bytes (sse2)
        --format F          table, json, markdown or svg (table): a picture of RushJSON beside Foundation
        --output FILE       write to a file instead of standard output

      Contenders run in turn, batch by batch: a batch takes at least 4 ms, and there are at least five rounds.
      MB/s (10^6 bytes) is the median of the rounds; the spread beside it is half the distance of their
      quartiles. Parsing and freeing the result are timed; reading the file is not.

      Before timing, jsonbench compares what the contenders made of the document. If they disagree, the file
      is not timed at that task, a line names it, and the exit code is 1. A peer that rejects a text because of
      its own limits, or fails, is only left out of that row, with a note. So is a file for which a task has no
      work. A task that makes its own text runs once, in the row \(BenchmarkInput.made.name), whatever the files are.

      Allocations are those of the measuring thread in one untimed iteration, on Linux with glibc. Those of
      simdjson, yyjson and orjson, which run in another process, are not counted.

      The peers simdjson, yyjson and orjson need Python 3 and their packages:
      python3 -m pip install -r Benchmarks/Peers/requirements.txt
      \(PeerDiscovery.interpreterVariable) selects an interpreter other than python3.
      """
    case .compare:
      """
      usage: jsonbench compare OLD.json NEW.json [--all] [--fail-above PERCENT]

      Compares two files of jsonbench run --format json, and lists the results that became faster or slower.
      Old and new should have the same tasks, files, seconds and machine.

      Each time is divided by Foundation's of the same round, so that a slower machine changes nothing. A
      change counts if its whole interval, at 99.9 %, is beyond \(Comparison.floorPercent) %, which two runs of the same program can
      differ by, and beyond the spread of either run (Docs/Decisions/0017).
      Results of fewer than \(Comparison.fewestRounds) rounds are not compared; more --seconds give more rounds.

        --all                  list results without such a change, too
        --fail-above PERCENT   exit code 1 if a whole interval says: slower by more than this
      """
    case .report:
      """
      usage: jsonbench report [FILE or FOLDER ...] [options]

      Measures, and writes the figures of the README and of Docs/Measurements.md: the picture between the
      marks <!-- picture: begin --> and <!-- picture: end -->, a table of four rows between those of `summary`,
      all tables between those of `measured`, and the results with all samples. Machine, date, commit and
      settings are written beside them.

        --from A.json,B.json  use these results of jsonbench run --format json: a run in pieces, which
                              must be of one machine, commit and number of seconds
        --document A.md,B.md  the Markdown files (README.md,Docs/Measurements.md), or none
        --figures FOLDER      where speed.svg and results.json are written (Docs/Figures)
        --tasks, --contenders, --seconds, --kernel, --as
                              as in jsonbench run, with other tasks and \(ReportOptions.defaultSeconds) s by default
      """
    case .list:
      """
      usage: jsonbench list

      Lists the tasks, the contenders, and the files of the corpus.
      """
    case .generate:
      """
      usage: jsonbench generate FOLDER [--seed N]

      Writes the generated corpus to FOLDER, which is created if necessary. The same seed gives the same
      bytes.

        --seed N            (\(GeneratedCorpus.defaultSeed))
      """
    case .check:
      """
      usage: jsonbench check numbers [--count N] [--seed S]
             jsonbench check floats [--stride N] [--descriptions N] [--part K/N]
             jsonbench check hostile
             jsonbench check streams
             jsonbench check scale [FILE or FOLDER ...] [--rounds N]
             jsonbench check memory [--bytes N]
             jsonbench check views [--bytes N]
             jsonbench check growth [ROW ...] [--count N]
             jsonbench check macros [ROW ...]
             jsonbench check faults [ROW ...]
             jsonbench check cliffs [GROUP ...]
             jsonbench check conveniences [ROW ...]
             jsonbench check attacks [ATTACK ...] [--write]
             jsonbench check out-of-memory [SCENARIO ...]

      Tests of the library that take too long for a test suite. The exit code is 1 if a check fails.

      numbers: writes and reads random finite Double numbers, all bit patterns being equally likely. The
      text must have the digits of the standard library's description, and read as the same bits. Then
      does the same with a tenth as many Float numbers. Uses all processors.

        --count N           the number of numbers (\(CheckOptions.defaultNumbers))
        --seed S            the seed of a run to repeat; by default, a new one

      floats: writes and reads every Float; the bits must be the same. Takes minutes on all processors.

        --stride N          check only every Nth bit pattern (1)
        --descriptions N    compare every Nth number's digits with its description (\(CheckOptions.defaultDescriptionStride))
        --part K/N          check only the Kth of N equal parts, so that several runs share the work (1/1)

      hostile: malicious texts of up to a gigabyte, and small texts that are damaged in every way. Every
      reader must accept or reject each as expected. Takes about 5 GB of memory.

      streams: generated documents, conformance texts and the corpus, cut at every place, byte by byte
      and at random. The events, values and errors must be those of reading in one piece. A value must
      be skipped exactly if it can be read.

      scale: the speed of a document for similar texts of 50 bytes to 1 GB; median of the rounds. Then, for
      each file, the peak memory of a process that makes a document of it (Linux only). The default is the
      files in Corpus/. Takes about 3 GB of memory.

        --rounds N          (\(CheckOptions.defaultRounds))

      memory: the peak memory of a process that writes models with a long array to a sink, as compact and as
      indented text, or reads a generated stream of lines, and one of elements, in
      chunks of several sizes, and a temporary file of lines in chunks, through the memory map, and on all
      cores. Checks the records. Fails above 16 MiB. Linux only.

        --bytes N           the length of each stream and of the file (\(CheckOptions.defaultBytes))

      views: time and memory of one job in all views: the sum of one member of each element of an array in a file.
      Each view has a process of its own; the best of three. Fails if a sum is wrong. Linux only.

        --bytes N           the length of the file (\(CheckOptions.bytesOfViews))

      growth: the cost of operations with n, 2n and 4n items, in instructions as counted by valgrind,
      which are the same in each run, and in allocations. Growth is the ratio of the step from 2n to 4n
      to the step from n to 2n: 2 is linear, 4 quadratic. Fails above \(GrowthRow.defaultLimit).
      Needs valgrind and strip. Takes two minutes on two processors.

        --count N           the number of items at n (by default, the row's own)

      macros: the instructions of each task with types that have @JSONModel, and with the same types that are
      Codable alone. Fails above \(MacroRow.limit). Needs valgrind and strip.

      faults: the instructions of finding all faults of a text with types that have @JSONModel, as a multiple of those
      of decoding the text without faults. Fails above \(FaultRow.usualLimit), and for types that check their values
      above 5. Needs valgrind and strip.

      cliffs: the instructions of one value of each kind that models have, in documents, trees and events, decoded
      and encoded, also by Foundation. Fails if a kind costs more than \(Figures.fixed(CliffCheck.neighbourLimit, decimals: 0)) times its neighbour, or more than a \(Figures.fixed(CliffCheck.foundationLimit, decimals: 0))th of
      Foundation without a reason in the table. Needs valgrind and strip.

      conveniences: the instructions of each convenience, and of the function that it wraps or of the usual way to do
      the same. Fails above \(ConvenienceRow.usualLimit) times as many, or the row's own limit. Needs valgrind and strip.

      attacks: expensive inputs, through every reader and operation that can meet them: the instructions for
      each byte as a multiple of ordinary input, and the peak memory as a multiple of the input. Fails if a row costs more than \(Figures.fixed(Allowance.usualCost, decimals: 0)) times as much or takes more than \(Figures.fixed(Allowance.usualMemory, decimals: 0)) times the input and
      1 MiB, unless a limit stops it or the row is allowed more, for a reason. Needs valgrind and strip.
      Takes some minutes on two processors.

        --write             write the lines of these attacks in Docs/Hostile.md

      out-of-memory: makes each allocation fail in turn, alone and with all later ones. The process
      must end with a message, throw, or go on with the right result, and a file that it was writing must
      be the old one or the new one. Linux with glibc only. Takes some minutes.
      """
    }
  }
}
