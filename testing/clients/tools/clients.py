"""Uses each tool server that a line names by every Python client, and prints what each of them saw."""

import asyncio
import json
import sys

import httpx2
from fastmcp import Client as FastClient
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

ASKED = json.loads(sys.stdin.readline())
HEADERS = {"authorization": f"Bearer {ASKED['key']}"}
# `auto` speaks the modern era where the server does; `legacy` begins a session.
MODES = ["auto", "legacy"]


def text_of(result):
    return "".join(getattr(block, "text", "") for block in result.content)


async def seen_by(client, call, server):
    """What a connected client sees of a server; `call` calls a tool and returns its whole result."""
    steps = []

    async def progress(done, total=None, message=None):
        steps.append(done)

    tools = await client.list_tools()
    names = [tool.name for tool in getattr(tools, "tools", tools)]
    total = await call(server["add"], {"a": 2, "b": 3}, None)
    failed = await call(server["fail"], {}, None) if server["fail"] else None
    await call(server["steps"], server["stepsArguments"], progress)
    prompts = await client.list_prompts()
    resources = await client.list_resources()
    return {
        "lists": server["add"] in names,
        "sum": text_of(total),
        "fails": failed.is_error if failed else None,
        "steps": steps,
        "prompts": len(getattr(prompts, "prompts", prompts)),
        "resources": len(getattr(resources, "resources", resources)),
    }


async def official(mode, server):
    async with httpx2.AsyncClient(headers=HEADERS) as http:
        async with Client(streamable_http_client(server["url"], http_client=http), mode=mode) as client:
            call = lambda name, given, progress: client.call_tool(name, given, progress_callback=progress)
            return await seen_by(client, call, server)


async def fast(mode, server):
    async with FastClient(StreamableHttpTransport(server["url"], headers=HEADERS), mode=mode) as client:
        call = lambda name, given, progress: client.call_tool_mcp(name, given, progress_handler=progress)
        return await seen_by(client, call, server)


async def main():
    for name, use in (("mcp", official), ("fastmcp", fast)):
        for mode in MODES:
            for server in ASKED["servers"]:
                try:
                    saw = await use(mode, server)
                except BaseException as error:
                    saw = {"error": repr(error)[:500]}
                print(json.dumps({"client": f"{name} {mode}", "server": server["name"], "saw": saw}), flush=True)


asyncio.run(main())
