"""A tool server of Python's `fastmcp`, on a port of 127.0.0.1 that it prints."""

import asyncio
import socket

from fastmcp import Context, FastMCP
from fastmcp.exceptions import ToolError

server = FastMCP("python-tools")


@server.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool
def fail() -> str:
    """Fails."""
    raise ToolError("It did not work.")


@server.tool
async def steps(context: Context) -> str:
    """Tells its progress."""
    for step in (1, 2):
        await context.report_progress(step, 2)
    return "done"


@server.prompt
def greet() -> str:
    """Greets."""
    return "Hello."


@server.resource("note://one")
def note() -> str:
    """A note."""
    return "It is written."


listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
asyncio.run(server.run_http_async(show_banner=False, path="/mcp", log_level="error", sockets=[listening]))
