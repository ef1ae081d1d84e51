/// The texts of `--help`.
enum HelpTopic: String {
  case overview = ""
  case run, compare, list, generate, check

  var text: String {
    switch self {
    case .overview: Self.overviewText
    case .run: Self.runText
    case .compare: Self.compareText
    case .list: Self.listText
    case .generate: Self.generateText
    case .check: Self.checkText
    }
  }

  private static let overviewText = """
    jsonbench: times JSON libraries on the same documents, in turn, after comparing their answers.

    usage: jsonbench                            the default suite, under two minutes
           jsonbench run [FILE or FOLDER ...]   your own documents
           jsonbench compare OLD.json NEW.json  what got faster or slower
           jsonbench list                       tasks, contenders, corpus
           jsonbench generate FOLDER            write the corpus
           jsonbench check NAME                 numbers, floats, hostile, scale, memory, growth
           jsonbench COMMAND --help             the whole form of a command
           jsonbench --version

    Build it with optimisation: swift run -c release jsonbench

    Exit codes: 0 all well; 1 contenders disagreed, one failed, or a check did; 2 bad use, or a file that cannot
    be read or written.
    """

  private static var runText: String {
    """
    usage: jsonbench run [FILE or FOLDER ...] [options]

    Times every contender at every task on every file. A folder stands for its .json files. Without
    any, the files in Corpus/ are taken.

      --tasks a,b         (\(BenchmarkTask.usual.map(\.name).joined(separator: ","))), of
                          \(BenchmarkTask.all.map(\.name).joined(separator: ", "))
      --contenders x,y    of \(ContenderRegistry.names.joined(separator: ", "))
      --seconds S         time for one contender at one task on one file (\(RunOptions.defaultSeconds))
      --rotate            all files in turn, so that none is found in the caches
      --format F          table, json, markdown, svg or html (table)
      --output FILE       write there instead of standard output

    How it is measured. Contenders run in turn, batch by batch, so that a change of the machine's
    speed meets all of them; a batch takes at least 4 ms, and there are at least three rounds.
    MB/s (10^6 bytes) is the median of the batches; the spread beside it is half the distance
    between their quartiles. The bytes are the file's, at the task numbers those of the text written.
    Parsing and freeing the result are timed; reading the file is not.
    glibc's allocator is told to keep freed memory, so that no iteration waits for fresh pages.

    Answers first. Before anything is timed, what each contender made of the document is compared
    with the others: counts of each kind, sums over all numbers and all strings. On a disagreement
    the file is not timed at that task, a line names it, and the exit code is 1. A peer that refuses
    a text for a limit of its own is only left out of that row.

    Allocations are those of one iteration that is not timed. On Linux with glibc, jsonbench puts
    its own malloc, calloc, realloc, aligned_alloc and posix_memalign in front of the C library's;
    they count the calls of the measuring thread and pass them on. Elsewhere they are not counted,
    and neither are those of simdjson, yyjson and orjson, which run in another process.

    The peers simdjson, yyjson and orjson need Python 3 and their packages:
    python3 -m pip install -r Benchmarks/Peers/requirements.txt
    \(PeerDiscovery.interpreterVariable) names another interpreter than python3.
    """
  }

  private static let compareText = """
    usage: jsonbench compare OLD.json NEW.json [--all]

    Compares two files that jsonbench run --format json wrote, and lists what got faster or slower
    beyond the spread: the ranges from the fastest round to the median do not overlap, and the
    medians differ by more than \(Comparison.floorPercent) %, which separate runs of one program differ by anyway. (The
    slowest round is left out of it: one interrupt would hide every change.)

      --all               list the unchanged results too
    """

  private static let listText = """
    usage: jsonbench list

    Lists the tasks, the contenders, and the files of the corpus.
    """

  private static let generateText = """
    usage: jsonbench generate FOLDER [--seed N]

    Writes the generated corpus into FOLDER, which is created if need be. The same seed gives the
    same bytes.

      --seed N            (\(GeneratedCorpus.defaultSeed))
    """

  private static let checkText = """
    usage: jsonbench check numbers [--count N] [--seed S]
           jsonbench check floats [--stride N] [--descriptions N]
           jsonbench check hostile
           jsonbench check streams
           jsonbench check scale [FILE or FOLDER ...] [--rounds N]
           jsonbench check memory [--bytes N]
           jsonbench check growth [ROW ...] [--count N]

    Tests of the library at sizes that a test suite has no time for. The exit code is 1 if one fails.

    numbers: random finite Double numbers, each bit pattern as likely as every other: written with the
    digits of the standard library's description, and read back as the same bits. Then a tenth as many
    of Float. On all processors.

      --count N           how many (\(CheckOptions.NumberOptions.defaultCount))
      --seed S            the run to repeat; without it each run has numbers of its own

    floats: every Float there is, written and read back: the same bits. Takes minutes, on all
    processors.

      --stride N          only every Nth bit pattern (1)
      --descriptions N    compare every Nth number's digits with its description (\(CheckOptions.FloatOptions.defaultDescriptionStride))

    hostile: texts of up to a gigabyte that are made to do harm, and small ones that are damaged in
    every way. Each is accepted or refused as it has to be, by every reader. Takes some 5 GB of memory.

    streams: generated documents, conformance texts and the corpus, cut at every place, byte by byte and at
    random: the same events, values and errors as in one shot. Values passed over are refused exactly if
    they are when they are read.

    scale: speed of a document at 50 bytes, 1 KB, 100 KB, 10 MB and 1 GB of text of one kind, in turn;
    median of the rounds. Then, for each file, the most memory that a process of its own took to read
    the file and make a document, in bytes for each byte of the file (Linux only). Without a file, the
    files in Corpus/ are taken. Takes some 3 GB of memory.

      --rounds N          (\(CheckOptions.ScaleOptions.defaultRounds))

    memory: the most memory that a process of its own takes, above what it had before, while it reads a
    stream of lines, and of elements, that is made on the way, in chunks of several sizes (64 MiB of it in
    chunks of one byte); and a file of lines, in chunks, through the memory map, and on all cores, there
    in blocks of 128 KiB. Counts what was read. Fails above 16 MiB. Linux only. The file is written to the folder for temporary files.

      --bytes N           length of each stream, and of the file (\(CheckOptions.MemoryOptions.defaultBytes))

    growth: what operations cost with n, 2n and 4n items, counted by valgrind in instructions, which
    are the same in each run; and in allocations. Growth is how much larger the step from 2n to 4n is
    than that from n to 2n: 2 is linear, 4 quadratic. Fails above \(GrowthRow.defaultLimit), or what the row says. Needs
    valgrind and strip. Takes two minutes on two processors.

      --count N           items at n (each row has its own number)
    """
}
