"""Prints the results of the jobs beside each other; exits with 1 if their sums differ."""

import json
import sys

TITLES = {
    "local": "one process, one thread",
    "ranges": "Spark, byte ranges",
    "killed": "Spark, byte ranges, 4 tasks killed",
    "pipe": "Spark, RDD.pipe",
    "spark": "Spark's own JSON reader",
}


def main():
    size, master = int(sys.argv[1]), sys.argv[2]
    results = {}
    for line in sys.stdin:
        name, text = line.split(" ", 1)
        results[name] = json.loads(text)
    wanted = results["local"]
    print(f"{size / 1e9:.2f} GB, {wanted['lines']} lines, master {master}\n")
    print(f"{'':36}{'seconds':>8}{'MB/s':>8}{'bad':>6}  sums")
    differs = False
    for name, result in results.items():
        same = all(result[key] == wanted[key] for key in ("count", "cents", "lines", "bad"))
        differs |= not same
        seconds = result["seconds"]
        print(
            f"{TITLES[name]:36}{seconds:8.2f}{size / seconds / 1e6:8.0f}{result['bad']:6}"
            f"  {'equal' if same else 'DIFFERENT'}"
        )
        if not same:
            print(f"  {json.dumps(result)}\n  {json.dumps(wanted)}", file=sys.stderr)
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
