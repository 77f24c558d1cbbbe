"""Asks the local services of the clouds as their own clients do, and checks by botocore what the gateway has sent to Bedrock.

Reads where they are, and prints what was seen as one JSON."""

import json
import re
import sys

import anthropic
import boto3
import botocore.session
import cohere
import openai
from azure.core.pipeline.transport import RequestsTransport
from azure.identity import ClientAssertionCredential, ClientSecretCredential, ManagedIdentityCredential
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.exceptions import ClientError, EventStreamError
from botocore.validate import ParamValidator
from google import genai
from google.genai import types
from google.oauth2 import service_account

ASKED = [{"role": "user", "content": [{"text": "Say something."}]}]
PROFILE = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2"


def main():
    world = json.loads(sys.stdin.readline())
    seen = {
        "bedrock": bedrock(world["bedrock"]),
        "signatures": [signature(one, world["bedrock"]) for one in world["sent"]],
        "shapes": sorted({fault for one in world["sent"] for fault in shape_faults(one)}),
        "google": google(world["google"]),
        "vertex": vertex(world["google"]),
        "entra": entra(world["entra"]),
        "azure": azure(world["upstream"]),
        "cohere": cohere_v2(world["upstream"]),
        "claude": claude(world),
    }
    print(json.dumps(seen))


def bedrock(at):
    def client(secret):
        return boto3.client(
            "bedrock-runtime",
            endpoint_url=at["url"],
            region_name="us-east-1",
            aws_access_key_id=at["id"],
            aws_secret_access_key=secret,
            config=Config(retries={"total_max_attempts": 1}),
        )

    ours = client(at["secret"])

    def failure(call):
        try:
            return call()
        except ClientError as error:
            return [error.response["Error"]["Code"], error.response["ResponseMetadata"]["HTTPStatusCode"]]

    def streamed(model):
        text, last = "", None
        for event in ours.converse_stream(modelId=model, messages=ASKED)["stream"]:
            last = next(iter(event))
            text += event.get("contentBlockDelta", {}).get("delta", {}).get("text", "")
        return {"text": text, "last": last}

    def broken():
        try:
            return streamed("exception-throttlingException")
        except EventStreamError as error:
            return error.response["Error"]["Code"]

    answer = ours.converse(modelId=PROFILE, messages=ASKED)
    invoked = ours.invoke_model(modelId="amazon.titan-embed-text-v2:0", body=json.dumps({"inputText": "one"}))
    return {
        "text": answer["output"]["message"]["content"][0]["text"],
        "usage": answer["usage"]["inputTokens"],
        "stream": streamed("us.amazon.nova-lite-v1:0"),
        "exception": broken(),
        "invoked": json.loads(invoked["body"].read()),
        "wrongSecret": failure(lambda: client("wrong").converse(modelId=PROFILE, messages=ASKED)),
        "refused": failure(lambda: ours.converse(modelId="status-400", messages=ASKED)),
    }


def signature(sent, at):
    """Whether botocore signs what the gateway has sent as the gateway has."""
    words = re.search(r"SignedHeaders=([^,]+), Signature=(\w+)", sent["headers"]["authorization"])
    names = words[1].split(";")
    request = AWSRequest(
        method="POST",
        url=at["url"] + sent["path"],
        data=sent["body"],
        headers={name: sent["headers"][name] for name in names},
    )
    request.context["timestamp"] = sent["headers"]["x-amz-date"]
    signer = SigV4Auth(Credentials(at["id"], at["secret"]), "bedrock", "us-east-1")
    text = signer.string_to_sign(request, signer.canonical_request(request))
    return signer.signature(text, request) == words[2]


OPERATIONS = {"converse": "Converse", "converse-stream": "ConverseStream", "invoke": "InvokeModel"}


def shape_faults(sent):
    """What botocore's model of the service does not know in a body, and what it misses."""
    service = botocore.session.get_session().get_service_model("bedrock-runtime")
    name = OPERATIONS.get(sent["path"].rsplit("/", 1)[1])
    if name not in ("Converse", "ConverseStream"):
        return []
    shape = service.operation_model(name).input_shape
    body = {"modelId": "any", **json.loads(sent["body"])}
    report = ParamValidator().validate(body, shape)
    faults = [report.generate_report()] if report.has_errors() else []
    return faults + [f"{name}: {path}" for path in unknown_members(body, shape, "")]


def unknown_members(value, shape, path):
    if shape.type_name == "structure" and isinstance(value, dict) and not getattr(shape, "is_document_type", False):
        for name, member in value.items():
            if name not in shape.members:
                yield f"{path}.{name}"
            else:
                yield from unknown_members(member, shape.members[name], f"{path}.{name}")
    elif shape.type_name == "list":
        for one in value:
            yield from unknown_members(one, shape.member, f"{path}[]")


def google(at):
    client = genai.Client(api_key=at["key"], http_options=types.HttpOptions(base_url=at["url"]))
    wrong = genai.Client(api_key="wrong", http_options=types.HttpOptions(base_url=at["url"]))
    model = "gemini-2.5-flash"
    tool = {"function_declarations": [{"name": "get_weather", "parameters_json_schema": {"type": "object"}}]}
    config = {"tools": [tool], "automatic_function_calling": {"disable": True}}
    answer = client.models.generate_content(model=model, contents="Hi.")
    called = client.models.generate_content(model=model, contents="Hi.", config=config)
    try:
        wrong.models.generate_content(model=model, contents="Hi.")
        refused = None
    except genai.errors.ClientError as error:
        refused = [error.code, error.status]
    return {
        "text": answer.text,
        "finish": answer.candidates[0].finish_reason.value,
        "prompt": answer.usage_metadata.prompt_token_count,
        "stream": "".join(one.text for one in client.models.generate_content_stream(model=model, contents="Hi.")),
        "call": called.function_calls[0].name,
        "isSigned": called.candidates[0].content.parts[0].thought_signature is not None,
        "counted": client.models.count_tokens(model=model, contents="Hi.").total_tokens,
        "embedded": client.models.embed_content(model="gemini-embedding-001", contents=["a", "b"]).embeddings[1].values,
        "refused": refused,
    }


def service_account_of(at):
    scopes = ["https://www.googleapis.com/auth/cloud-platform"]
    return service_account.Credentials.from_service_account_info(at["account"], scopes=scopes)


def vertex(at):
    options = types.HttpOptions(base_url=at["url"])
    place = {"project": "local", "location": "europe-west1"}
    client = genai.Client(vertexai=True, credentials=service_account_of(at), http_options=options, **place)
    model = "gemini-2.5-flash"
    return {
        "text": client.models.generate_content(model=model, contents="Hi.").text,
        "stream": "".join(one.text for one in client.models.generate_content_stream(model=model, contents="Hi.")),
        "counted": client.models.count_tokens(model=model, contents="Hi.").total_tokens,
        "embedded": client.models.embed_content(model="text-embedding-005", contents=["a"]).embeddings[0].values,
    }


def azure(url):
    client = openai.AzureOpenAI(azure_endpoint=url, api_key="none", api_version="2024-10-21", max_retries=0)
    question = {"model": "tokens-3", "messages": [{"role": "user", "content": "Hi."}]}
    answer = client.chat.completions.create(**question)
    chunks = list(client.chat.completions.create(stream=True, **question))
    try:
        client.chat.completions.create(**{**question, "model": "status-429"})
        refused = None
    except openai.RateLimitError as error:
        refused = error.status_code
    return {
        "text": answer.choices[0].message.content,
        "finish": answer.choices[0].finish_reason,
        "stream": "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices),
        "embedded": len(client.embeddings.create(model="embed", input=["a", "b"]).data),
        "refused": refused,
    }


def cohere_v2(url):
    client = cohere.ClientV2(api_key="none", base_url=url)
    question = {"model": "tokens-3", "messages": [{"role": "user", "content": "Hi."}]}
    answer = client.chat(**question)
    events = list(client.chat_stream(**question))
    embedded = client.embed(model="embed-v4.0", texts=["a"], input_type="search_document", embedding_types=["float"])
    try:
        client.chat(**question, p=2)
        refused = None
    except cohere.core.api_error.ApiError as error:
        refused = error.status_code
    return {
        "text": answer.message.content[0].text,
        "finish": answer.finish_reason,
        "billed": answer.usage.billed_units.input_tokens,
        "stream": "".join(one.delta.message.content.text for one in events if one.type == "content-delta"),
        "last": events[-1].type,
        "embedded": len(embedded.embeddings.float_[0]),
        "ranked": [one.index for one in client.rerank(model="rerank-v4.0", query="q", documents=["a", "b"]).results],
        "refused": refused,
    }


def claude(world):
    """What Anthropic's own clients for the clouds hear from them."""
    at, account = world["bedrock"], service_account_of(world["google"])
    place = {"project_id": "local", "region": "europe-west1"}
    clients = {
        "bedrock": anthropic.AnthropicBedrock(
            base_url=at["url"], aws_region="us-east-1", aws_access_key=at["id"], aws_secret_key=at["secret"]
        ),
        "vertex": anthropic.AnthropicVertex(base_url=f"{world['google']['url']}/v1", credentials=account, **place),
        "foundry": anthropic.AnthropicFoundry(base_url=f"{world['upstream']}/anthropic", api_key="none"),
    }
    models = {"bedrock": "anthropic.claude-sonnet-4-5-20250929-v1:0", "vertex": "claude-sonnet-4-5@20250929"}
    question = {"max_tokens": 20, "messages": [{"role": "user", "content": "Hi."}]}
    seen = {}
    for name, client in clients.items():
        asked = {"model": models.get(name, "tokens-3"), **question}
        with client.messages.stream(**asked) as stream:
            streamed = stream.get_final_message()
        whole = client.messages.create(**asked)
        seen[name] = [message.stop_reason for message in (whole, streamed)] + [whole.usage.input_tokens > 0]
    return seen


class Plain(RequestsTransport):
    """Sends to a local service what the client sends to Entra ID, which it insists is asked by https."""

    def __init__(self, url):
        super().__init__()
        self.local = url

    def send(self, request, **more):
        request.url = request.url.replace("https://login.local", self.local)
        return super().send(request, **more)


def entra(at):
    options = {
        "authority": "https://login.local",
        "disable_instance_discovery": True,
        "transport": Plain(at["url"]),
        "retry_total": 0,
    }
    scope = "https://cognitiveservices.azure.com/.default"

    def token_of(credential):
        try:
            token = credential.get_token(scope)
            return {"isToken": token.token.startswith("token-"), "lasts": token.expires_on > 0}
        except Exception as error:
            return {"code": re.findall(r"AADSTS\d+", str(error))[:1]}

    return {
        "secret": token_of(ClientSecretCredential("contoso", "app", "right", **options)),
        "wrongSecret": token_of(ClientSecretCredential("contoso", "app", "wrong", **options)),
        "federated": token_of(ClientAssertionCredential("contoso", "app", lambda: "assertion-of-the-pod", **options)),
        "identity": token_of(ManagedIdentityCredential(client_id="mi", retry_total=0)),
    }


main()
