"""Serves a weights file until its standard input ends; its first line of output is the address.

Run in a process of its own, so that the server's threads do not live among the tests.
"""

import sys

import xllamacpp


def main(weights: str, name: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {name}
    params.port = 0
    params.n_ctx = 4096
    params.n_parallel = 2
    params.cpuparams.n_threads = 1  # two would wait for each other on a busy machine
    params.cpuparams_batch.n_threads = 1
    params.warmup = False
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
