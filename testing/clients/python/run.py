"""Reads where the gateway is, and prints for every client, upstream and flow what the client saw, one JSON a line."""

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

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


def clients_of(world):
    if "--older" in sys.argv:
        from older import llamaindex

        return llamaindex.clients(world)
    import frameworks
    import official
    import pydantic_agents

    return {**official.clients(world), **frameworks.clients(world), **pydantic_agents.clients(world)}


def start_older(line):
    """A process for the clients that need older versions of packages, which it finds before the others."""
    older = os.environ["OLDER_PACKAGES"]
    paths = {
        "PYTHONPATH": os.pathsep.join([older, os.environ["PYTHONPATH"]]),
        "PYTHONPYCACHEPREFIX": f"{older}-compiled",
    }
    command = [sys.executable, __file__, "--older"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, env={**os.environ, **paths})
    child.stdin.write(line)
    child.stdin.close()
    return child


def main():
    line = sys.stdin.readline()
    world = json.loads(line)
    older = None if "--older" in sys.argv else start_older(line)
    clients = clients_of(world)
    chosen = {name: flows for name, flows in clients.items() if world.get("only", "") in name}
    with ThreadPoolExecutor(max(1, len(chosen))) as pool:
        list(pool.map(lambda client: ask_all(world, *client), chosen.items()))
    sys.stdout.flush()
    # Some of them keep threads for what they would report.
    os._exit(older.wait() if older else 0)


main()
