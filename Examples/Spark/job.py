#!/usr/bin/env python3
"""Adds up events in JSON Lines with Spark: one task for each byte range of each file.

usage: job.py ranges|pipe|spark|local --program PROGRAM [--master MASTER] [--range BYTES] [--kill N] FILE ...

ranges  eventsums reads its range of the file itself
pipe    eventsums reads the lines of an RDD of text, by RDD.pipe
spark   Spark's own JSON reader
local   one process of eventsums for each file, without Spark

Prints one line of JSON: the sums, the number of bad records, and the seconds of the job itself.
"""

import argparse
import json
import os
import subprocess
import sys
import time


def merge(one, other):
    """Adds two results. Sums are of integers, so the order makes no difference."""
    for key in ("count", "cents"):
        for country, number in other[key].items():
            one[key][country] = one[key].get(country, 0) + number
    one["lines"] += other["lines"]
    one["bad"] += other["bad"]
    return one


def nothing():
    return {"lines": 0, "count": {}, "cents": {}, "bad": []}


def byte_ranges(files, size):
    """Every byte of each file is in one range, so every line is in one result."""
    for name in files:
        length = os.path.getsize(name)
        for start in range(0, length, size):
            yield name, start, min(start + size, length)


def run_range(program, task, kill=False):
    """One task. Its only result is the line that the program writes at its end."""
    name, start, end = task
    process = subprocess.Popen(
        [program, name, str(start), str(end)], stdout=subprocess.PIPE)
    if kill:
        process.kill()
    output, _ = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"eventsums ended with {process.returncode} in {task}")
    return json.loads(output)


def first_attempt(context):
    return context.attemptNumber() == 0


def ranges_job(spark, options):
    from pyspark import TaskContext

    tasks = list(byte_ranges(options.files, options.range))
    program, kill = options.program, options.kill

    def work(number, part):
        for task in part:
            attempt = TaskContext.get().attemptNumber()
            if number < kill and attempt == 0:
                if number % 2 == 1:
                    # The worker itself dies, after the work and before its result.
                    run_range(program, task)
                    os._exit(1)
                run_range(program, task, kill=True)
            yield run_range(program, task)

    results = spark.sparkContext.parallelize(tasks, max(1, len(tasks)))
    # Results of failed attempts are dropped by Spark. An accumulator would count some of them twice.
    sums = results.mapPartitionsWithIndex(work).reduce(merge) if tasks else nothing()
    return sums | {"tasks": len(tasks)}


def pipe_job(spark, options):
    lines = spark.sparkContext.textFile(",".join(options.files))
    results = lines.pipe(options.program, checkCode=True).map(json.loads)
    return results.reduce(merge) | {"tasks": lines.getNumPartitions()}


def spark_job(spark, options):
    from pyspark.sql import functions as f

    schema = "kind string, country string, cents bigint, _corrupt_record string"
    events = (
        spark.read.schema(schema)
        .option("columnNameOfCorruptRecord", "_corrupt_record")
        .option("allowSingleQuotes", False)
        .json(options.files)
    )
    missing = f.col("kind").isNull() | f.col("country").isNull() | f.col("cents").isNull()
    bad = f.col("_corrupt_record").isNotNull() | missing
    wanted = ~bad & (f.col("kind") == "purchase")
    rows = (
        events.groupBy(f.when(wanted, f.col("country")).alias("country"))
        .agg(
            f.count(f.lit(1)).alias("lines"),
            f.sum(f.when(wanted, 1).otherwise(0)).alias("count"),
            f.sum(f.when(wanted, f.col("cents")).otherwise(0)).alias("cents"),
            f.sum(f.when(bad, 1).otherwise(0)).alias("bad"),
        )
        .collect()
    )
    sums = nothing()
    for row in rows:
        sums["lines"] += row["lines"]
        sums["bad"] += [{}] * row["bad"]
        if row["country"] is not None and row["count"]:
            sums["count"][row["country"]] = row["count"]
            sums["cents"][row["country"]] = row["cents"]
    return sums


def local_job(_, options):
    sums = nothing()
    for name in options.files:
        merge(sums, run_range(options.program, (name, 0, os.path.getsize(name))))
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("job", choices=["ranges", "pipe", "spark", "local"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--master", default="local-cluster[2,1,1024]")
    parser.add_argument("--range", type=int, default=128 << 20)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()

    spark = None
    if options.job != "local":
        from pyspark.sql import SparkSession

        spark = (
            SparkSession.builder.master(options.master)
            .config("spark.ui.enabled", False)
            .config("spark.log.level", "OFF")
            .getOrCreate()
        )
        # The first job of a session also starts its workers.
        spark.sparkContext.parallelize(range(2), 2).count()
    started = time.monotonic()
    job = {"ranges": ranges_job, "pipe": pipe_job, "spark": spark_job, "local": local_job}
    sums = job[options.job](spark, options)
    seconds = time.monotonic() - started
    for bad in sums["bad"]:
        if bad:
            print(f"bad record: {bad['file']} at byte {bad['offset']}: {bad['reason']}", file=sys.stderr)
    sums["bad"] = len(sums["bad"])
    print(json.dumps(sums | {"seconds": round(seconds, 2)}, sort_keys=True))
    if spark is not None:
        spark.stop()


if __name__ == "__main__":
    main()
