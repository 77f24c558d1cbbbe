"""What others have built on those clients: LangChain, LiteLLM and OpenAI's agents."""

import asyncio
import json

import litellm
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool
from agents import set_tracing_disabled
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_openai import AzureChatOpenAI, ChatOpenAI, OpenAIEmbeddings
from openai import AsyncOpenAI
from pydantic import BaseModel

from asked import ASKED, FORMAT, INPUTS, PAGE, PAGE_ADDRESS, PARAMETERS, PICTURE, PICTURE_ADDRESS
from asked import QUESTION, RESULT, TOOL, WEATHER, collected, leave, parsed, refusal


class Place(BaseModel):
    city: str


def clients(world):
    set_tracing_disabled(True)
    url, key = world["url"], world["key"]
    openai = {"api_key": key, "base_url": url + "/v1", "max_retries": 0}
    azure = {"api_key": key, "azure_endpoint": url, "api_version": "2024-10-21", "max_retries": 0}
    thinking = {"type": "enabled", "budget_tokens": 1024}
    claude = {"api_key": key, "base_url": url, "max_retries": 0, "max_tokens": 3000}

    def embeddings(model):
        client = OpenAIEmbeddings(model=model, check_embedding_ctx_length=False, **openai)
        return {"lengths": [len(one) for one in client.embed_documents(INPUTS)]}

    return {
        "python-langchain-openai": {
            **langchain_flows(lambda model: ChatOpenAI(model=model, **openai)),
            "embeddings": embeddings,
        },
        "python-langchain-responses": langchain_flows(
            lambda model: ChatOpenAI(model=model, use_responses_api=True, **openai)
        ),
        "python-langchain-azure": langchain_flows(lambda model: AzureChatOpenAI(azure_deployment=model, **azure)),
        "python-langchain-anthropic": {
            **langchain_flows(lambda model: ChatAnthropic(model=model, **claude)),
            "thoughtsBeforeCalls": lambda model: with_tool(ChatAnthropic(model=model, thinking=thinking, **claude)),
        },
        "python-litellm": litellm_flows(url, key),
        "python-agents-chat": agent_flows(
            lambda model: OpenAIChatCompletionsModel(model=model, openai_client=AsyncOpenAI(**openai))
        ),
        "python-agents-responses": agent_flows(
            lambda model: OpenAIResponsesModel(model=model, openai_client=AsyncOpenAI(**openai))
        ),
    }


def text_of(message):
    if isinstance(message.content, str):
        return message.content
    return "".join(part.get("text", "") for part in message.content)


def with_tool(client):
    bound = client.bind_tools([TOOL])
    messages = [HumanMessage(WEATHER)]
    first = bound.invoke(messages)
    messages += [first, *(ToolMessage(RESULT, tool_call_id=call["id"]) for call in first.tool_calls)]
    calls = [[call["name"], call["args"]] for call in first.tool_calls]
    return {"calls": calls, "text": text_of(bound.invoke(messages))}


def langchain_flows(make):
    def structured(model):
        schema = {"title": "place", "description": "A place.", **PARAMETERS}
        return {"object": make(model).with_structured_output(schema, method="json_schema").invoke(QUESTION)}

    def about(model, part):
        content = [{"type": "text", "text": QUESTION}, part]
        return {"text": text_of(make(model).invoke([HumanMessage(content_blocks=content)]))}

    page = {"type": "file", "base64": PAGE, "mime_type": "application/pdf", "filename": "page.pdf"}
    return {
        "chat": lambda model: {"text": text_of(make(model).invoke(QUESTION))},
        "stream": lambda model: collected(text_of(chunk) for chunk in make(model).stream(QUESTION)),
        "tools": lambda model: with_tool(make(model)),
        "structured": structured,
        "picture": lambda model: about(model, {"type": "image", "base64": PICTURE, "mime_type": "image/png"}),
        "page": lambda model: about(model, page),
        "leave": lambda model: leave(make(model).stream(QUESTION)),
        "error": lambda model: refusal(lambda: make(model).invoke(QUESTION)),
    }


def litellm_flows(url, key):
    litellm.suppress_debug_info = True

    def create(model, **more):
        named = {"model": f"litellm_proxy/{model}", "api_base": url + "/v1", "api_key": key, "num_retries": 0}
        return litellm.completion(**{"messages": ASKED, **named, **more})

    def tools(model):
        messages = [{"role": "user", "content": WEATHER}]
        first = create(model, messages=messages, tools=[TOOL]).choices[0].message
        messages.append(first.model_dump(exclude_none=True))
        messages += [{"role": "tool", "tool_call_id": call.id, "content": RESULT} for call in first.tool_calls]
        calls = [[call.function.name, json.loads(call.function.arguments)] for call in first.tool_calls]
        return {"calls": calls, "text": create(model, messages=messages, tools=[TOOL]).choices[0].message.content}

    def about(model, part):
        messages = [{"role": "user", "content": [{"type": "text", "text": QUESTION}, part]}]
        return {"text": create(model, messages=messages).choices[0].message.content}

    page = {"type": "file", "file": {"filename": "page.pdf", "file_data": PAGE_ADDRESS}}
    return {
        "chat": lambda model: {"text": create(model).choices[0].message.content},
        "stream": lambda model: collected(chunk.choices[0].delta.content for chunk in create(model, stream=True)),
        "tools": tools,
        "structured": lambda model: parsed(create(model, response_format=FORMAT).choices[0].message.content),
        "picture": lambda model: about(model, {"type": "image_url", "image_url": {"url": PICTURE_ADDRESS}}),
        "page": lambda model: about(model, page),
        "leave": lambda model: leave(create(model, stream=True)),
        "error": lambda model: refusal(lambda: create(model)),
    }


def agent_flows(model_of):
    def make(model, name="one", **more):
        settings = ModelSettings(store=False)
        return Agent(name=name, instructions="Be brief.", model=model_of(model), model_settings=settings, **more)

    def run(model, question, **more):
        return asyncio.run(Runner.run(make(model, **more), question))

    def about(model, part):
        content = [{"type": "input_text", "text": QUESTION}, part]
        return {"text": run(model, [{"role": "user", "content": content}]).final_output}

    async def pieces(model, only_first=False):
        result = Runner.run_streamed(make(model), QUESTION)
        said = []
        async for event in result.stream_events():
            if event.type != "raw_response_event" or event.data.type != "response.output_text.delta":
                continue
            said.append(event.data.delta)
            if only_first:
                result.cancel()
        return said

    def handoff(model):
        result = run(model, QUESTION, handoffs=[make(model, "two")])
        return {"text": result.final_output, "by": result.last_agent.name}

    def tools(model):
        calls = []

        @function_tool
        def get_weather(city: str) -> str:
            """The weather of a city."""
            calls.append(["get_weather", {"city": city}])
            return RESULT

        text = run(model, WEATHER, tools=[get_weather]).final_output
        return {"calls": calls, "text": text}

    return {
        "chat": lambda model: {"text": run(model, QUESTION).final_output},
        "stream": lambda model: collected(asyncio.run(pieces(model))),
        "tools": tools,
        "structured": lambda model: {"object": run(model, QUESTION, output_type=Place).final_output.model_dump()},
        "handoff": handoff,
        "picture": lambda model: about(model, {"type": "input_image", "image_url": PICTURE_ADDRESS, "detail": "auto"}),
        "page": lambda model: about(model, {"type": "input_file", "filename": "page.pdf", "file_data": PAGE_ADDRESS}),
        "leave": lambda model: {"hasLeft": len(asyncio.run(pieces(model, True))) == 1},
        "error": lambda model: refusal(lambda: run(model, QUESTION)),
    }
