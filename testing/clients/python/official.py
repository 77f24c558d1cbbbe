"""The clients of OpenAI, Anthropic, Google and Cohere."""

import base64
import json

import anthropic
import cohere
import openai
from google import genai
from google.genai import types

from asked import ASKED, FORMAT, INPUTS, PAGE, PAGE_ADDRESS, PARAMETERS, PICTURE, PICTURE_ADDRESS
from asked import QUESTION, RESULT, TOOL, WEATHER, collected, leave, parsed, refusal


def clients(world):
    return {
        "python-openai": {
            **chat_flows(openai_client(world)),
            **responses_flows(openai_client(world)(0)),
            **other_flows(openai_client(world)(0)),
        },
        "python-openai-azure": chat_flows(azure_client(world)),
        "python-anthropic": anthropic_flows(world),
        "python-google-genai": google_flows(world),
        "python-cohere": cohere_flows(world),
    }


def openai_client(world):
    return lambda retries: openai.OpenAI(api_key=world["key"], base_url=world["url"] + "/v1", max_retries=retries)


def azure_client(world):
    def make(retries):
        return openai.AzureOpenAI(
            api_key=world["key"], azure_endpoint=world["url"], api_version="2024-10-21", max_retries=retries
        )

    return make


def chat_flows(make):
    once = make(0)

    def create(model, **more):
        return once.chat.completions.create(model=model, **{"messages": ASKED, **more})

    def tools(model, streamed=False):
        messages = [{"role": "user", "content": WEATHER}]

        def ask():
            if not streamed:
                return create(model, messages=messages, tools=[TOOL]).choices[0].message
            with once.chat.completions.stream(model=model, messages=messages, tools=[TOOL]) as stream:
                stream.until_done()
                return stream.get_final_completion().choices[0].message

        first = ask()
        messages.append(first.model_dump(exclude_none=True, exclude={"parsed"}))
        for call in first.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": RESULT})
        calls = [[call.function.name, json.loads(call.function.arguments)] for call in first.tool_calls]
        return {"calls": calls, "text": ask().content}

    def thoughts(model):
        more = {"reasoning_effort": "low", "max_completion_tokens": 3000}
        first = create(model, **more).choices[0].message.model_dump(exclude_none=True)
        messages = [*ASKED, first, {"role": "user", "content": "And now?"}]
        return {"text": create(model, messages=messages, **more).choices[0].message.content}

    def about(model, part):
        content = [{"type": "text", "text": QUESTION}, part]
        return {"text": create(model, messages=[{"role": "user", "content": content}]).choices[0].message.content}

    page = {"type": "file", "file": {"filename": "page.pdf", "file_data": PAGE_ADDRESS}}

    def embeddings(model):
        return {"lengths": [len(one.embedding) for one in once.embeddings.create(model=model, input=INPUTS).data]}

    return {
        "chat": lambda model: {"text": create(model).choices[0].message.content},
        "stream": lambda model: collected(
            chunk.choices[0].delta.content for chunk in create(model, stream=True) if chunk.choices
        ),
        "tools": tools,
        "streamedTools": lambda model: tools(model, True),
        "structured": lambda model: parsed(create(model, response_format=FORMAT).choices[0].message.content),
        "thoughts": thoughts,
        "picture": lambda model: about(model, {"type": "image_url", "image_url": {"url": PICTURE_ADDRESS}}),
        "page": lambda model: about(model, page),
        "leave": lambda model: leave(create(model, stream=True)),
        "embeddings": embeddings,
        "images": lambda model: {
            "isPicture": len(once.images.generate(model=model, prompt="A dot.").data[0].b64_json) > 10
        },
        "error": lambda model: refusal(lambda: create(model)),
        "retries": lambda model: refusal(lambda: make(2).chat.completions.create(model=model, messages=ASKED)),
    }


def responses_flows(once):
    tool = {"type": "function", "name": "get_weather", "parameters": PARAMETERS, "strict": True}

    def create(model, **more):
        return once.responses.create(model=model, **{"input": QUESTION, "store": False, **more})

    def tools(model):
        asked = [{"role": "user", "content": WEATHER}]
        first = create(model, input=asked, tools=[tool])
        calls = [item for item in first.output if item.type == "function_call"]
        asked += [item.model_dump(exclude_none=True) for item in first.output]
        asked += [{"type": "function_call_output", "call_id": call.call_id, "output": RESULT} for call in calls]
        said = create(model, input=asked, tools=[tool]).output_text
        return {"calls": [[call.name, json.loads(call.arguments)] for call in calls], "text": said}

    def about(model, part):
        content = [{"type": "input_text", "text": QUESTION}, part]
        return {"text": create(model, input=[{"role": "user", "content": content}]).output_text}

    page = {"type": "input_file", "filename": "page.pdf", "file_data": PAGE_ADDRESS}
    form = {"format": {"type": "json_schema", "name": "place", "schema": PARAMETERS, "strict": True}}
    return {
        "responses": lambda model: {"text": create(model).output_text},
        "streamedResponses": lambda model: collected(
            event.delta for event in create(model, stream=True) if event.type == "response.output_text.delta"
        ),
        "responsesTools": tools,
        "responsesPicture": lambda model: about(model, {"type": "input_image", "image_url": PICTURE_ADDRESS}),
        "responsesPage": lambda model: about(model, page),
        "leaveResponses": lambda model: leave(create(model, stream=True)),
        "responsesStructured": lambda model: parsed(create(model, text=form).output_text),
    }


def other_flows(once):
    sound = ("a.mp3", b"sound", "audio/mpeg")
    dot = ("dot.png", base64.b64decode(PICTURE), "image/png")

    def speech(model):
        return {"isSound": len(once.audio.speech.create(model=model, voice="alloy", input=QUESTION).content) > 10}

    def models(model):
        return {"isListed": len(list(once.models.list())) > 0, "isNamed": once.models.retrieve(model).id == model}

    return {
        "imageEdits": lambda model: {
            "isPicture": len(once.images.edit(model=model, image=dot, prompt="A red dot.").data[0].b64_json) > 10
        },
        "speech": speech,
        "transcriptions": lambda model: {"text": once.audio.transcriptions.create(model=model, file=sound).text},
        "translations": lambda model: {"text": once.audio.translations.create(model=model, file=sound).text},
        "moderations": lambda model: {
            "isFlagged": once.moderations.create(model=model, input=QUESTION).results[0].flagged
        },
        "models": models,
    }


def anthropic_flows(world):
    make = lambda retries: anthropic.Anthropic(api_key=world["key"], base_url=world["url"], max_retries=retries)
    once = make(0)

    def create(model, **more):
        return once.messages.create(model=model, max_tokens=3000, **{"messages": ASKED, **more})

    def text_of(message):
        return "".join(block.text for block in message.content if block.type == "text")

    def tools(model, streamed=False):
        messages = [{"role": "user", "content": WEATHER}]
        offered = [{"name": "get_weather", "input_schema": PARAMETERS}]

        def ask():
            if not streamed:
                return create(model, messages=messages, tools=offered)
            with once.messages.stream(model=model, max_tokens=3000, messages=messages, tools=offered) as stream:
                return stream.get_final_message()

        first = ask()
        calls = [block for block in first.content if block.type == "tool_use"]
        messages.append({"role": "assistant", "content": first.content})
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": RESULT} for call in calls]
        messages.append({"role": "user", "content": results})
        return {"calls": [[call.name, call.input] for call in calls], "text": text_of(ask())}

    def thoughts(model):
        thinking = {"type": "enabled", "budget_tokens": 1024}
        first = create(model, thinking=thinking)
        again = [{"role": "assistant", "content": first.content}, {"role": "user", "content": "And now?"}]
        return {"text": text_of(create(model, thinking=thinking, messages=[*ASKED, *again]))}

    def about(model, kind, media_type, data):
        source = {"type": "base64", "media_type": media_type, "data": data}
        content = [{"type": kind, "source": source}, {"type": "text", "text": QUESTION}]
        return {"text": text_of(create(model, messages=[{"role": "user", "content": content}]))}

    def stream(model):
        with once.messages.stream(model=model, max_tokens=3000, messages=ASKED) as events:
            return collected(events.text_stream)

    form = {"format": {"type": "json_schema", "schema": PARAMETERS}}
    return {
        "chat": lambda model: {"text": text_of(create(model))},
        "stream": stream,
        "tools": tools,
        "streamedTools": lambda model: tools(model, True),
        "structured": lambda model: parsed(text_of(create(model, output_config=form))),
        "thoughts": thoughts,
        "picture": lambda model: about(model, "image", "image/png", PICTURE),
        "page": lambda model: about(model, "document", "application/pdf", PAGE),
        "leave": lambda model: leave(create(model, stream=True)),
        "count": lambda model: {
            "isCounted": once.messages.count_tokens(model=model, messages=ASKED).input_tokens > 0
        },
        "error": lambda model: refusal(lambda: create(model)),
        "retries": lambda model: refusal(
            lambda: make(2).messages.create(model=model, max_tokens=3000, messages=ASKED)
        ),
    }


def google_flows(world):
    client = genai.Client(api_key=world["key"], http_options=types.HttpOptions(base_url=world["url"]))
    models = client.models
    schema = {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}
    offered = [{"function_declarations": [{"name": "get_weather", "parameters": schema}]}]
    config = {"tools": offered, "automatic_function_calling": {"disable": True}}

    def create(model, **more):
        return models.generate_content(model=model, **{"contents": QUESTION, **more})

    def tools(model):
        contents = [types.Content(role="user", parts=[types.Part(text=WEATHER)])]
        first = create(model, contents=contents, config=config)
        calls = first.function_calls
        results = [
            types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"output": RESULT}))
            for call in calls
        ]
        contents += [first.candidates[0].content, types.Content(role="user", parts=results)]
        text = create(model, contents=contents, config=config).text
        return {"calls": [[call.name, call.args] for call in calls], "text": text}

    def thoughts(model):
        thinking = {"thinking_config": {"include_thoughts": True, "thinking_budget": 1024}, "max_output_tokens": 3000}
        first = create(model, config=thinking).candidates[0].content
        contents = [
            types.Content(role="user", parts=[types.Part(text=QUESTION)]),
            first,
            types.Content(role="user", parts=[types.Part(text="And now?")]),
        ]
        return {"text": create(model, contents=contents, config=thinking).text}

    def about(model, mime_type, data):
        blob = types.Part(inline_data=types.Blob(mime_type=mime_type, data=base64.b64decode(data)))
        content = types.Content(role="user", parts=[types.Part(text=QUESTION), blob])
        return {"text": create(model, contents=[content]).text}

    def embeddings(model):
        return {"lengths": [len(one.values) for one in models.embed_content(model=model, contents=INPUTS).embeddings]}

    form = {"response_mime_type": "application/json", "response_schema": schema}
    return {
        "chat": lambda model: {"text": create(model).text},
        "stream": lambda model: collected(
            chunk.text for chunk in models.generate_content_stream(model=model, contents=QUESTION)
        ),
        "tools": tools,
        "structured": lambda model: parsed(create(model, config=form).text),
        "thoughts": thoughts,
        "picture": lambda model: about(model, "image/png", PICTURE),
        "page": lambda model: about(model, "application/pdf", PAGE),
        "leave": lambda model: leave(models.generate_content_stream(model=model, contents=QUESTION)),
        "embeddings": embeddings,
        "count": lambda model: {"isCounted": models.count_tokens(model=model, contents=QUESTION).total_tokens > 0},
        # A client that nobody holds closes its connections.
        "error": lambda model: refusal(lambda: client.models.generate_content(model=model, contents=QUESTION)),
    }


def cohere_flows(world):
    client = cohere.ClientV2(api_key=world["key"], base_url=world["url"])

    def rerank(model):
        answer = client.rerank(model=model, query="which", documents=["a b", "c"])
        return {"order": [one.index for one in answer.results]}

    return {"rerank": rerank}
