"""Times JSON libraries of other languages for jsonbench, through their Python packages and walk.cpp.

Reads requests from standard input and answers on standard output, one line each; README.md has the
protocol. Ends when its input does.
"""

import array
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time


# What jsonbench compares before it times, in the order of `Count` in walk.cpp.
FIELDS = (
    "nulls", "booleans", "trues", "numbers", "sum of number bits", "strings", "string bytes", "names",
    "name bytes", "arrays", "objects")


class Peer:
    """What a library does: its values as Python has them, and a function for each task.

    Its refusals are the errors by which it says that a text is not for it.
    """

    def __init__(self, values, refusals=(ValueError, RuntimeError), **tasks):
        self.values = values
        self.refusals = refusals
        self.tasks = {name: task for name, task in tasks.items() if task is not None}


class Prepared:
    """A task that does not begin with the text: what is made of it first is not timed."""

    def __init__(self, prepare, work):
        self.prepare = prepare
        self.work = work


class Timed:
    """A task with its own counts and its own loop: methods `counts(data)` and `seconds(data, batch)`."""


def cpp_compiler():
    """The toolchain's own, as Swift's: g++ 12 makes yyjson and On-Demand up to 1.8 times as slow."""
    return shutil.which("clang++") or shutil.which("c++")


def compiler_name():
    """The name and version of the compiler, as one word."""
    version = subprocess.run([cpp_compiler(), "--version"], capture_output=True, text=True).stdout
    return "_".join(version.split("\n")[0].split(" (")[0].split()) or "unknown"


class Walk(Timed):
    """Parse and walk in C++, by walk.cpp and the installed library."""

    def __init__(self, library):
        self.library = library
        library.open_text.restype = ctypes.c_void_p
        library.open_text.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        library.close_text.argtypes = [ctypes.c_void_p]
        library.count_values.restype = ctypes.c_bool
        library.count_values.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        library.walk.argtypes = [ctypes.c_void_p, ctypes.c_size_t]

    @classmethod
    def compiled(cls, name):
        """The walk of a library, or None if the compiler or the library is missing."""
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "walk.cpp")
        compiler = cpp_compiler()
        if compiler is None:
            return None
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"{name}-walk.so")
            command = [compiler, "-O3", "-std=c++17", "-shared", "-fPIC", f"-D{name.upper()}"]
            try:
                subprocess.run(
                    [*command, source, "-o", path, f"-l{name}"], check=True, capture_output=True)
                return cls(ctypes.CDLL(path))
            except (subprocess.CalledProcessError, OSError):
                return None

    def counts(self, data):
        text = self.library.open_text(data, len(data))
        try:
            counts = (ctypes.c_uint64 * len(FIELDS))()
            if not self.library.count_values(text, counts):
                raise ValueError("the text is refused")
            return dict(zip(FIELDS, counts))
        finally:
            self.library.close_text(text)

    def seconds(self, data, batch):
        text = self.library.open_text(data, len(data))
        try:
            start = time.perf_counter_ns()
            self.library.walk(text, batch)
            return (time.perf_counter_ns() - start) / 1e9
        finally:
            self.library.close_text(text)


class Reading(Timed):
    """Lines or a timeline in C++, by walk.cpp: all of it, or one member of each line or one number."""

    def __init__(self, library, kind, one_member, fields):
        self.one_member = one_member
        self.fields = fields
        self.open, self.close, self.read_batch = (
            getattr(library, f"{verb}_{kind}") for verb in ("open", "close", "read"))
        self.open.restype = ctypes.c_void_p
        self.open.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        self.close.argtypes = [ctypes.c_void_p]
        self.read_batch.restype = ctypes.c_bool
        self.read_batch.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_bool, ctypes.c_void_p]

    def read(self, data, batch):
        """The counts, and the seconds that the batch took."""
        text = self.open(data, len(data))
        try:
            result = (ctypes.c_uint64 * 3)()
            start = time.perf_counter_ns()
            accepted = self.read_batch(text, batch, self.one_member, result)
            seconds = (time.perf_counter_ns() - start) / 1e9
            if not accepted:
                raise ValueError("the text is refused")
            return dict(zip(self.fields, result)), seconds
        finally:
            self.close(text)

    def counts(self, data):
        return self.read(data, 1)[0]

    def seconds(self, data, batch):
        return self.read(data, batch)[1]


class EachLine(Timed):
    """A function of a text, called for each line in Python."""

    def __init__(self, work):
        self.work = work

    def counts(self, data):
        return {"records": sum(1 for line in data.splitlines() if self.work(line) is not None)}

    def seconds(self, data, batch):
        work = self.work
        start = time.perf_counter_ns()
        for _ in range(batch):
            for line in data.splitlines():
                work(line)
        return (time.perf_counter_ns() - start) / 1e9


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
    walk = Walk.compiled("simdjson")
    tasks = {}
    if walk:
        records = ("records", "sum of identifiers")
        statuses = ("statuses", "sum of identifiers", "bytes of texts")
        partial = Reading(walk.library, "timeline", False, statuses)
        tasks = {
            "records": Reading(walk.library, "lines", False, records),
            "records-member": Reading(walk.library, "lines", True, records),
            "decode-number": Reading(walk.library, "timeline", True, ("number",)),
            "decode-partial": partial,
            "decode-direct-partial": partial,
        }
    return Peer(values, document=parser.parse, walk=walk, **tasks)


def yyjson_peer():
    import yyjson

    parse = yyjson.Document
    return Peer(
        lambda data: parse(data).as_obj,
        document=parse,
        walk=Walk.compiled("yyjson"),
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
        **{"records-tree": EachLine(loads)},
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
    bits = sum(array.array("Q", numbers.tobytes())) % 2**64
    found = (
        nulls, booleans, trues, len(numbers), bits, strings, string_bytes, names, name_bytes, arrays, objects)
    return dict(zip(FIELDS, found))


def seconds(task, data, batch):
    if isinstance(task, Timed):
        return task.seconds(data, batch)
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
    work = peer.tasks[task]
    try:
        if isinstance(work, Timed):
            fields = work.counts(data)
        else:
            value = peer.values(data)
            seconds(work, data, 1)
            fields = counts(value)
    except peer.refusals as error:
        return f"refused {one_line(error)}"
    return "ok " + "\t".join(f"{field}={value}" for field, value in fields.items())


def serve(peers, requests, answers):
    documents = {}

    def answer(line):
        answers.write(line + "\n")
        answers.flush()

    walks = [f"{name}.walk" for name, peer in peers.items() if "walk" in peer.tasks]
    compilers = [f"compiler={compiler_name()}"] if walks else []
    answer("ready " + " ".join([*peers, *walks, *compilers]))
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
