"""The inverse dynamics of a Panda at many states, in shards that Ray spreads over workers.

Each shard draws its states from a random stream of its own, so its result depends only on its number and count of states. A result is
a file named by that number, which appears complete, by a rename: a worker that dies leaves none, and its shard is computed again. A
second run computes only what is missing.
"""

import argparse
import hashlib
import json
import os
import signal
import time
from pathlib import Path

import numpy as np
from panda import Panda

SEED = 20261130
# Each number is drawn between minus this and this.
BOUNDS = {"q": 2.8, "qd": 2.0, "qdd": 10.0}


def states(shard: int, count: int) -> list[np.ndarray]:
    """Positions, rates and accelerations of a shard, one state in a row."""
    stream = np.random.Generator(np.random.Philox(key=[SEED, shard]))
    return [stream.uniform(-bound, bound, (count, Panda.nv)) for bound in BOUNDS.values()]


def summary(shard: int, count: int) -> dict:
    """What is kept of a shard: its count of states, the hash of its torques, and the largest torque of each joint."""
    torques = Panda().inverse_dynamics(*states(shard, count))
    return {
        "shard": shard,
        "count": count,
        "hash": hashlib.sha256(torques.tobytes()).hexdigest(),
        "largest": np.abs(torques).max(axis=0, initial=0.0).tolist(),
    }


def path(folder: Path, shard: int) -> Path:
    return folder / f"{shard:06}.json"


def compute(folder: Path, shard: int, count: int, victim: int | None) -> None:
    """Writes the result of a shard, unless it is there. The first worker that computes the shard `victim` kills itself before it writes."""
    target = path(folder, shard)
    if target.exists():
        return
    result = summary(shard, count)
    mark = folder / "killed"
    if shard == victim and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    draft = folder / f"{shard:06}.{os.getpid()}.draft"
    draft.write_text(json.dumps(result))
    os.replace(draft, target)


def compute_by_ray(folder: Path, sizes: list[int], victim: int | None) -> None:
    """Computes the shards in workers of Ray, which start a shard again if its worker dies."""
    import ray

    ray.init(log_to_driver=False)
    # Of the main module, so Ray pickles the function itself: workers need not find this file.
    task = ray.remote(max_retries=3)(compute)
    ray.get([task.remote(folder, shard, size, victim) for shard, size in enumerate(sizes)])
    ray.shutdown()


def total(folder: Path, sizes: list[int]) -> dict:
    """All results in one; each shard has to have a result."""
    results = [json.loads(path(folder, shard).read_text()) for shard in range(len(sizes))]
    assert [result["shard"] for result in results] == list(range(len(sizes)))
    assert [result["count"] for result in results] == sizes
    return {
        "states": sum(result["count"] for result in results),
        "hash": hashlib.sha256("".join(result["hash"] for result in results).encode()).hexdigest(),
        "largest": np.max([result["largest"] for result in results], axis=0).tolist(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where results are written")
    parser.add_argument("--states", type=int, default=10_000_000)
    parser.add_argument("--shards", type=int, default=200)
    parser.add_argument("--without-ray", action="store_true", help="compute in this process")
    parser.add_argument("--kill", type=int, metavar="SHARD", help="kill the first worker that computes this shard, for a test")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    share, rest = divmod(arguments.states, arguments.shards)
    sizes = [share + (shard < rest) for shard in range(arguments.shards)]
    start = time.monotonic()
    if arguments.without_ray:
        for shard, size in enumerate(sizes):
            compute(folder, shard, size, None)
    else:
        compute_by_ray(folder, sizes, arguments.kill)
    result = total(folder, sizes)
    print(f"{result['states']} states in {time.monotonic() - start:.1f} s")
    print(f"largest torques, N m: {' '.join(f'{torque:.2f}' for torque in result['largest'])}")
    print(f"hash {result['hash']}")


if __name__ == "__main__":
    main()
