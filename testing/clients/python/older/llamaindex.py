"""LlamaIndex, which needs an older client of OpenAI's."""

import asyncio
import base64

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage, DocumentBlock, ImageBlock, TextBlock
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai_like import OpenAILike
from pydantic import BaseModel

from asked import INPUTS, PAGE, PICTURE, QUESTION, RESULT, WEATHER, collected, leave, refusal


class Place(BaseModel):
    city: str


def clients(world):
    options = {"api_key": world["key"], "api_base": world["url"] + "/v1", "max_retries": 0}
    knows = {"is_chat_model": True, "is_function_calling_model": True, "should_use_structured_outputs": True}

    def embeddings(model):
        client = OpenAIEmbedding(model_name=model, **options)
        return {"lengths": [len(one) for one in client.get_text_embedding_batch(INPUTS)]}

    return {
        "python-llamaindex": {
            **flows(lambda model: OpenAILike(model=model, **knows, **options)),
            "embeddings": embeddings,
        },
    }


def flows(make):
    asked = [ChatMessage(role="user", content=QUESTION)]

    def about(model, block):
        message = ChatMessage(role="user", blocks=[TextBlock(text=QUESTION), block])
        return {"text": make(model).chat([message]).message.content}

    def tools(model):
        calls = []

        def get_weather(city: str) -> str:
            """The weather of a city."""
            calls.append(["get_weather", {"city": city}])
            return RESULT

        async def run():
            return await FunctionAgent(tools=[get_weather], llm=make(model), streaming=False).run(WEATHER)

        text = asyncio.run(run()).response.content
        return {"calls": calls, "text": text}

    page = DocumentBlock(data=PAGE.encode(), title="page.pdf", document_mimetype="application/pdf")
    return {
        "chat": lambda model: {"text": make(model).chat(asked).message.content},
        "stream": lambda model: collected(chunk.delta for chunk in make(model).stream_chat(asked)),
        "tools": tools,
        "structured": lambda model: {
            "object": make(model).as_structured_llm(Place).chat(asked).raw.model_dump(),
        },
        "picture": lambda model: about(model, ImageBlock(image=base64.b64decode(PICTURE), image_mimetype="image/png")),
        "page": lambda model: about(model, page),
        "leave": lambda model: leave(make(model).stream_chat(asked)),
        "error": lambda model: refusal(lambda: make(model).chat(asked)),
    }
