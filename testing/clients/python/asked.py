"""What every client asks. The local services answer with a call of the tool, and then, to its result, with words."""

import json
import os
import re

QUESTION = "Say something."
WEATHER = "How is the weather in Oslo? Ask get_weather."
RESULT = "Rain."
PICTURE = os.environ["PICTURE"]
PAGE = os.environ["PAGE"]
PICTURE_ADDRESS = f"data:image/png;base64,{PICTURE}"
PAGE_ADDRESS = f"data:application/pdf;base64,{PAGE}"
INPUTS = ["one two", "three"]
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
ASKED = [{"role": "user", "content": QUESTION}]
TOOL = {"type": "function", "function": {"name": "get_weather", "description": "", "parameters": PARAMETERS}}
FORMAT = {"type": "json_schema", "json_schema": {"name": "place", "schema": PARAMETERS, "strict": True}}


def collected(pieces):
    """A stream as its text, and whether it came in pieces."""
    said = [piece for piece in pieces if piece]
    return {"text": "".join(said), "isInPieces": len(said) > 1}


def refusal(call):
    """The status that an error tells, and whether it has the upstream's words."""
    try:
        call()
    except Exception as error:
        status = getattr(error, "status_code", None) or getattr(error, "code", None)
        return {"status": status, "isTold": re.search(r"asked for \d+", f"{error} {vars(error)}") is not None}
    return {"status": 200, "isTold": False}


def leave(stream):
    """Reads the first piece of a stream and leaves. Whether the call has ended, its upstream knows."""
    iterator = iter(stream)
    next(iterator)
    close = getattr(stream, "close", None) or iterator.close
    close()
    return {"hasLeft": True}


def parsed(text):
    return {"object": json.loads(text)}
