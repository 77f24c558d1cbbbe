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
  notes: ["`-N` shows a stream as it arrives; `-i` shows `x-request-id` and what is left of the limits."],
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
    "Any model works, whichever provider serves it, by Chat Completions and by Responses.",
    "The SDK retries a failed call twice. The gateway says in `x-should-retry` when that would not help.",
  ],
  faults: [
    {
      symptom: "404, and the message names `/v1/v1/…` or `/chat/completions`.",
      cure: "The address must end in `/v1`, once.",
    },
  ],
  test: "e2e/clients/client-languages.foreign.test.ts",
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
  withToken: ({ gateway }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import subprocess",
        "import time",
        "from anthropic import Anthropic",
        "from anthropic.lib.credentials import AccessToken",
        "",
        "def token(*, force_refresh: bool = False) -> AccessToken:",
        '    printed = subprocess.check_output(["gateway-token"], text=True).strip()',
        "    return AccessToken(printed, expires_at=int(time.time()) + 300)",
        "",
        `client = Anthropic(base_url=${quoted(gateway)}, credentials=token)`,
      ].join("\n"),
    },
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import { execFileSync } from "node:child_process";',
        'import Anthropic from "@anthropic-ai/sdk";',
        "",
        "const client = new Anthropic({",
        `  baseURL: ${quoted(gateway)},`,
        '  apiKey: async () => execFileSync("gateway-token", { encoding: "utf8" }).trim(),',
        "});",
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
  test: "e2e/clients/client-languages.foreign.test.ts",
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
  withToken: ({ gateway }) => [
    {
      place: "TypeScript",
      language: "typescript",
      text: [
        'import { execFileSync } from "node:child_process";',
        'import { createOpenAICompatible } from "@ai-sdk/openai-compatible";',
        "",
        'const token = () => execFileSync("gateway-token", { encoding: "utf8" }).trim();',
        "const gateway = createOpenAICompatible({",
        '  name: "gateway",',
        `  baseURL: ${quoted(`${gateway}/v1`)},`,
        "  fetch: (url, options) =>",
        "    fetch(url, { ...options, headers: { ...options?.headers, Authorization: `Bearer ${token()}` } }),",
        "});",
      ].join("\n"),
    },
  ],
  notes: [
    "`@ai-sdk/openai` with the same `baseURL` works too and speaks Responses; use `.chat(model)` for Chat Completions.",
    "With Responses, pass `providerOptions: { openai: { store: false } }` for models whose provider stores none. Otherwise the next turn refers to parts that no one has stored.",
    '`@ai-sdk/google` reads a name with a slash as a path: with `/v1beta` as the end of `baseURL`, write `google("models/openai/gpt-4o-mini")`.',
  ],
  faults: [
    {
      symptom: "Streams have no usage.",
      cure: "Pass `includeUsage: true` to `createOpenAICompatible`. The gateway books the call either way.",
    },
  ],
  test: "e2e/clients/client-languages.foreign.test.ts",
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
  withToken: ({ gateway, model }) => [
    {
      place: "Python",
      language: "python",
      text: [
        "import subprocess",
        "from langchain_openai import ChatOpenAI",
        "",
        "def token() -> str:",
        '    return subprocess.check_output(["gateway-token"], text=True).strip()',
        "",
        `model = ChatOpenAI(model=${quoted(model)}, base_url=${quoted(`${gateway}/v1`)}, api_key=token)`,
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
      cure: "The provider does not take it. Ask an administrator to set `drop_params: true` on the model's entry ([Parameters](../reference/parameters.md)).",
    },
  ],
  test: "e2e/clients/client-languages.foreign.test.ts",
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
