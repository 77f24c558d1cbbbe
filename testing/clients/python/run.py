"""Reads where the gateway is, and prints for every client, upstream and flow what the client saw, one JSON a line."""

import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import frameworks
import official

writing = threading.Lock()


def model_of(models, flow, client):
    """The client's name is in the model where the test asks how often it called."""
    if flow == "retries":
        return f"{models['retries']},by-{client}"
    if flow.startswith("leave"):
        return f"{models['leave']},by-leaving-{client}"
    return models.get(flow, models["text"])


def ask_all(world, name, flows):
    for upstream, models in world["upstreams"].items():
        for flow, ask in flows.items():
            try:
                saw = ask(model_of(models, flow, name))
            except Exception as error:  # what the test is to show
                saw = {"thrown": f"{type(error).__name__}: {error}"[:2000]}
            line = json.dumps({"client": name, "upstream": upstream, "flow": flow, "saw": saw})
            with writing:
                print(line, flush=True)


def main():
    world = json.loads(sys.stdin.readline())
    clients = {**official.clients(world), **frameworks.clients(world)}
    chosen = {name: flows for name, flows in clients.items() if world.get("only") in (None, name)}
    with ThreadPoolExecutor(len(chosen)) as pool:
        list(pool.map(lambda client: ask_all(world, *client), chosen.items()))
    sys.stdout.flush()
    # Some of them keep threads for what they would report.
    os._exit(0)


main()
