"""Agents of Pydantic AI, by each of its models that speaks a dialect of the gateway's."""

import asyncio
import base64

from anthropic import AsyncAnthropic
from google import genai
from google.genai import types
from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent, BinaryContent, NativeOutput
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

from asked import PAGE, PICTURE, QUESTION, RESULT, WEATHER, refusal


class Place(BaseModel):
    city: str


def clients(world):
    url, key = world["url"], world["key"]

    def openai():
        return OpenAIProvider(openai_client=AsyncOpenAI(api_key=key, base_url=url + "/v1", max_retries=0))

    def claude(model):
        client = AsyncAnthropic(api_key=key, base_url=url, max_retries=0)
        return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))

    def google(model):
        client = genai.Client(api_key=key, http_options=types.HttpOptions(base_url=url))
        return GoogleModel(model, provider=GoogleProvider(client=client))

    return {
        "python-pydantic-chat": flows(lambda model: OpenAIChatModel(model, provider=openai())),
        "python-pydantic-responses": flows(lambda model: OpenAIResponsesModel(model, provider=openai())),
        # What it does not know to be a new Claude is asked for an object by a tool, which is its default everywhere.
        "python-pydantic-anthropic": flows(claude, Place),
        "python-pydantic-google": flows(google),
    }


def flows(model_of, place=NativeOutput(Place)):
    def run(model, asked, **more):
        return asyncio.run(Agent(model_of(model), **more).run(asked)).output

    def about(model, media_type, data):
        content = BinaryContent(data=base64.b64decode(data), media_type=media_type)
        return {"text": run(model, [QUESTION, content])}

    async def pieces(model, only_first=False):
        said = []
        async with Agent(model_of(model)).run_stream(QUESTION) as result:
            async for piece in result.stream_text(delta=True, debounce_by=None):
                said.append(piece)
                if only_first:
                    break
        return said

    def stream(model):
        said = asyncio.run(pieces(model))
        return {"text": "".join(said), "isInPieces": len(said) > 1}

    def tools(model):
        calls = []

        def get_weather(city: str) -> str:
            """The weather of a city."""
            calls.append(["get_weather", {"city": city}])
            return RESULT

        text = run(model, WEATHER, tools=[get_weather])
        return {"calls": calls, "text": text}

    return {
        "chat": lambda model: {"text": run(model, QUESTION)},
        "stream": stream,
        "tools": tools,
        "structured": lambda model: {"object": run(model, QUESTION, output_type=place).model_dump()},
        "picture": lambda model: about(model, "image/png", PICTURE),
        "page": lambda model: about(model, "application/pdf", PAGE),
        "leave": lambda model: {"hasLeft": len(asyncio.run(pieces(model, True))) == 1},
        "error": lambda model: refusal(lambda: run(model, QUESTION)),
    }
