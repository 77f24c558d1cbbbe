import type { ClientGuide } from "./client-guide";
import { HELLO, quoted, SECRET_VARIABLE, shellWord } from "./quoting";

const CURL: ClientGuide = {
  id: "curl",
  name: "curl",
  speaks: "several",
  withKey: ({ gateway, model }) => [
    { place: "the shell", language: "sh", text: curl(gateway, model, `$${SECRET_VARIABLE}`) },
  ],
  withToken: ({ gateway, model }) => [
    { place: "the shell", language: "sh", text: curl(gateway, model, "$(~/bin/gateway-token)") },
  ],
  notes: ["`-N` shows a stream as it comes; `-i` shows `x-request-id` and what is left of the limits."],
  faults: [
    { symptom: "Nothing appears while the model writes.", cure: 'Add `"stream": true` to the body and `-N` to curl.' },
  ],
  test: "e2e/gateway/routes.process.test.ts",
};

const OPENAI_SDK: ClientGuide = {
  id: "openai-sdk",
  name: "OpenAI SDK",
  speaks: "several",
  withKey: ({ gateway, model }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import os",
        "from openai import OpenAI",
        "",
        `client = OpenAI(base_url=${quoted(`${gateway}/v1`)}, api_key=os.environ["${SECRET_VARIABLE}"])`,
        "answer = client.chat.completions.create(",
        `    model=${quoted(model)},`,
        `    messages=[{"role": "user", "content": ${quoted(HELLO)}}],`,
        ")",
        "print(answer.choices[0].message.content)",
      ].join("\n"),
    },
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import OpenAI from "openai";',
        "",
        `const client = new OpenAI({ baseURL: ${quoted(`${gateway}/v1`)}, apiKey: process.env.${SECRET_VARIABLE} });`,
        "const answer = await client.chat.completions.create({",
        `  model: ${quoted(model)},`,
        `  messages: [{ role: "user", content: ${quoted(HELLO)} }],`,
        "});",
        "console.log(answer.choices[0]?.message.content);",
      ].join("\n"),
    },
  ],
  withToken: ({ gateway }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import subprocess",
        "from openai import OpenAI",
        "",
        "def token() -> str:",
        '    return subprocess.check_output(["gateway-token"], text=True).strip()',
        "",
        `client = OpenAI(base_url=${quoted(`${gateway}/v1`)}, api_key=token)`,
      ].join("\n"),
    },
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import { execFileSync } from "node:child_process";',
        'import OpenAI from "openai";',
        "",
        `const client = new OpenAI({`,
        `  baseURL: ${quoted(`${gateway}/v1`)},`,
        '  apiKey: async () => execFileSync("gateway-token", { encoding: "utf8" }).trim(),',
        "});",
      ].join("\n"),
    },
  ],
  notes: [
    "Any model works, whoever serves it, by Chat Completions and by Responses.",
    "The SDK repeats failed calls twice by itself. The gateway says with `x-should-retry` when that is of no use.",
  ],
  faults: [
    {
      symptom: "404, and the message names `/v1/v1/…` or `/chat/completions`.",
      cure: "The address ends in `/v1`, once.",
    },
  ],
  test: "e2e/clients/openai-client.database.test.ts",
};

const ANTHROPIC_SDK: ClientGuide = {
  id: "anthropic-sdk",
  name: "Anthropic SDK",
  speaks: "Messages",
  withKey: ({ gateway, model }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import os",
        "from anthropic import Anthropic",
        "",
        `client = Anthropic(base_url=${quoted(gateway)}, auth_token=os.environ["${SECRET_VARIABLE}"])`,
        "answer = client.messages.create(",
        `    model=${quoted(model)},`,
        "    max_tokens=200,",
        `    messages=[{"role": "user", "content": ${quoted(HELLO)}}],`,
        ")",
        "print(answer.content[0].text)",
      ].join("\n"),
    },
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import Anthropic from "@anthropic-ai/sdk";',
        "",
        "const client = new Anthropic({",
        `  baseURL: ${quoted(gateway)},`,
        `  authToken: process.env.${SECRET_VARIABLE},`,
        "  apiKey: null,",
        "});",
        "const answer = await client.messages.create({",
        `  model: ${quoted(model)},`,
        "  max_tokens: 200,",
        `  messages: [{ role: "user", content: ${quoted(HELLO)} }],`,
        "});",
        "console.log(answer.content);",
      ].join("\n"),
    },
  ],
  notes: [
    "The address has no `/v1`: the SDK adds it.",
    "Any model works; the gateway translates for those that are not Claude.",
  ],
  faults: [
    {
      symptom: "401 although the key is right.",
      cure: "`ANTHROPIC_API_KEY` is set and sent as well. Pass `apiKey: null`, or unset it.",
    },
  ],
  test: "e2e/clients/anthropic-client.database.test.ts",
};

const AI_SDK: ClientGuide = {
  id: "vercel-ai-sdk",
  name: "Vercel AI SDK",
  speaks: "Chat Completions",
  withKey: ({ gateway, model }) => [
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import { createOpenAICompatible } from "@ai-sdk/openai-compatible";',
        'import { generateText } from "ai";',
        "",
        "const gateway = createOpenAICompatible({",
        '  name: "gateway",',
        `  baseURL: ${quoted(`${gateway}/v1`)},`,
        `  apiKey: process.env.${SECRET_VARIABLE},`,
        "});",
        `const { text } = await generateText({ model: gateway(${quoted(model)}), prompt: ${quoted(HELLO)} });`,
        "console.log(text);",
      ].join("\n"),
    },
  ],
  notes: [
    "`@ai-sdk/openai` with the same `baseURL` works too and speaks Responses; use `.chat(model)` for Chat Completions.",
    "With Responses, pass `providerOptions: { openai: { store: false } }` for models whose provider stores none. Otherwise the next turn names parts that nobody has kept.",
    '`@ai-sdk/google` takes a name with a slash for a path: with `/v1beta` as the end of `baseURL`, write `google("models/openai/gpt-4o-mini")`.',
  ],
  faults: [
    {
      symptom: "Streams have no usage.",
      cure: "Pass `includeUsage: true` to `createOpenAICompatible`. The gateway books the call either way.",
    },
  ],
};

const LANGCHAIN: ClientGuide = {
  id: "langchain",
  name: "LangChain",
  speaks: "Chat Completions",
  withKey: ({ gateway, model }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import os",
        "from langchain_openai import ChatOpenAI",
        "",
        "model = ChatOpenAI(",
        `    model=${quoted(model)},`,
        `    base_url=${quoted(`${gateway}/v1`)},`,
        `    api_key=os.environ["${SECRET_VARIABLE}"],`,
        ")",
        `print(model.invoke(${quoted(HELLO)}).content)`,
      ].join("\n"),
    },
  ],
  notes: [
    "`ChatAnthropic` takes the address without `/v1` (`base_url`), and `AzureChatOpenAI` the gateway as `azure_endpoint`.",
    "`OpenAIEmbeddings` counts tokens by itself and sends numbers. For models that are not OpenAI's pass `check_embedding_ctx_length=False`.",
  ],
  faults: [
    {
      symptom: "400 names `stream_options` or another parameter.",
      cure: "The provider does not take it. Have `drop_params: true` set on the model's entry ([Parameters](../reference/parameters.md)).",
    },
  ],
};

/** Libraries and commands that programs call models with. */
export const LIBRARIES: readonly ClientGuide[] = [CURL, OPENAI_SDK, ANTHROPIC_SDK, AI_SDK, LANGCHAIN];

function curl(gateway: string, model: string, secret: string): string {
  return [
    `curl ${shellWord(`${gateway}/v1/chat/completions`)} \\`,
    `  -H "Authorization: Bearer ${secret}" -H "Content-Type: application/json" \\`,
    `  -d ${shellWord(JSON.stringify({ model, messages: [{ role: "user", content: HELLO }] }))}`,
  ].join("\n");
}
