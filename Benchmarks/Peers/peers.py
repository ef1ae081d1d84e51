"""Times JSON libraries of other languages for jsonbench, through their Python packages.

Reads requests from standard input and answers on standard output, one line each; README.md has the
protocol. Ends when its input does.
"""

import array
import signal
import sys
import time


class Peer:
    """What a library does: its values as Python has them, and a function for each task.

    Its refusals are the errors by which it says that a text is not for it.
    """

    def __init__(self, values, refusals=(ValueError, RuntimeError), **tasks):
        self.values = values
        self.refusals = refusals
        self.tasks = tasks


class Prepared:
    """A task that does not begin with the text: what is made of it first is not timed."""

    def __init__(self, prepare, work):
        self.prepare = prepare
        self.work = work


def simdjson_peer():
    import simdjson

    parser = simdjson.Parser()

    def values(data):
        document = parser.parse(data)
        # A scalar comes as a Python value already.
        if isinstance(document, simdjson.Object):
            return document.as_dict()
        if isinstance(document, simdjson.Array):
            return document.as_list()
        return document

    # The result is dropped immediately: one parser owns one buffer, and it refuses to parse while an
    # earlier result is alive.
    return Peer(values, document=parser.parse, walk=parser.parse)


def yyjson_peer():
    import yyjson

    parse = yyjson.Document
    return Peer(
        lambda data: parse(data).as_obj,
        document=parse,
        walk=parse,
        write=Prepared(parse, lambda document: document.dumps()),
        roundtrip=lambda data: parse(data).dumps(),
    )


def orjson_peer():
    import orjson

    loads, dumps = orjson.loads, orjson.dumps
    return Peer(
        loads,
        # It reads 1,024 levels and writes 254.
        refusals=(orjson.JSONDecodeError, orjson.JSONEncodeError),
        tree=loads,
        write=Prepared(loads, dumps),
        **{"write-tree": Prepared(loads, dumps)},
        pretty=Prepared(loads, lambda value: dumps(value, option=orjson.OPT_INDENT_2)),
        roundtrip=lambda data: dumps(loads(data)),
    )


def importable(peers):
    found = {}
    for name, make in peers.items():
        try:
            found[name] = make()
        except ImportError:
            pass
    return found


def counts(root):
    """The fields of jsonbench's fingerprint that are cheap to compute here."""
    nulls = booleans = trues = strings = string_bytes = names = name_bytes = arrays = objects = 0
    numbers = array.array("d")
    pending = [root]
    while pending:
        value = pending.pop()
        kind = type(value)
        if kind is str:
            strings += 1
            string_bytes += len(value.encode())
        elif kind is float or kind is int:
            # Minus zero plus zero is zero, as in jsonbench.
            numbers.append(float(value) + 0.0)
        elif kind is dict:
            objects += 1
            names += len(value)
            name_bytes += sum(len(name.encode()) for name in value)
            pending.extend(value.values())
        elif kind is list:
            arrays += 1
            pending.extend(value)
        elif value is None:
            nulls += 1
        else:
            booleans += 1
            trues += value
    bits = array.array("Q", numbers.tobytes())
    return {
        "nulls": nulls,
        "booleans": booleans,
        "trues": trues,
        "numbers": len(numbers),
        "sum of number bits": sum(bits) % 2**64,
        "strings": strings,
        "string bytes": string_bytes,
        "names": names,
        "name bytes": name_bytes,
        "arrays": arrays,
        "objects": objects,
    }


def seconds(task, data, batch):
    work = task
    if isinstance(task, Prepared):
        work, data = task.work, task.prepare(data)
    clock = time.perf_counter_ns
    start = clock()
    for _ in range(batch):
        work(data)
    return (clock() - start) / 1e9


def one_line(error):
    return " ".join(f"{type(error).__name__}: {error}".split())


def check(peer, data, task):
    try:
        value = peer.values(data)
        seconds(peer.tasks[task], data, 1)
    except peer.refusals as error:
        return f"refused {one_line(error)}"
    fields = counts(value)
    return "ok " + "\t".join(f"{field}={value}" for field, value in fields.items())


def serve(peers, requests, answers):
    documents = {}

    def answer(line):
        answers.write(line + "\n")
        answers.flush()

    answer("ready " + " ".join(peers))
    for request in requests:
        words = request.decode().split()
        try:
            if words[0] == "load":
                documents[words[1]] = requests.read(int(words[2]))
                answer("ok")
            elif words[0] == "forget":
                documents.pop(words[1], None)
                answer("ok")
            elif words[0] == "check":
                answer(check(peers[words[1]], documents[words[2]], words[3]))
            elif words[0] == "time" and words[1] in peers[words[2]].tasks:
                task = peers[words[2]].tasks[words[1]]
                answer(f"ok {seconds(task, documents[words[3]], int(words[4]))!r}")
            else:
                answer("error unknown request")
        except Exception as error:  # The benchmark goes on without this peer and says why.
            answer(f"error {one_line(error)}")


def main():
    # An interrupt ends the benchmark; a traceback of this process would only hide that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    peers = importable({"simdjson": simdjson_peer, "yyjson": yyjson_peer, "orjson": orjson_peer})
    serve(peers, sys.stdin.buffer, sys.stdout)


if __name__ == "__main__":
    main()
