/** Where and what a snippet calls. */
export interface SnippetFacts {
  /** The address of the gateway, without a slash at the end. */
  readonly gateway: string;
  readonly model: string;
}

/** How one client is told about the gateway. */
export interface Snippet {
  readonly value: string;
  readonly label: string;
  /** Where the lines belong. */
  readonly place: string;
  readonly lines: (facts: SnippetFacts) => readonly string[];
}

/** The variable that holds the caller's key or token. No snippet holds a secret. */
export const SECRET_VARIABLE = "GATEWAY_KEY";

/** JSON is also how Python, JavaScript and TOML write a string. */
const quoted = (text: string): string => JSON.stringify(text);
/** A string as a word of a shell, which reads nothing between single quotes. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const HELLO = "Say hello.";

/** The clients, in the order in which they are offered. */
export const SNIPPETS: readonly Snippet[] = [
  {
    value: "curl",
    label: "curl",
    place: "Shell",
    lines: ({ gateway, model }) => [
      `curl ${shellWord(`${gateway}/v1/chat/completions`)} \\`,
      `  -H "Authorization: Bearer $${SECRET_VARIABLE}" -H "Content-Type: application/json" \\`,
      `  -d ${shellWord(JSON.stringify({ model, messages: [{ role: "user", content: HELLO }] }))}`,
    ],
  },
  {
    value: "openai-python",
    label: "OpenAI SDK, Python",
    place: "Python",
    lines: ({ gateway, model }) => [
      "import os",
      "from openai import OpenAI",
      "",
      `client = OpenAI(base_url=${quoted(`${gateway}/v1`)}, api_key=os.environ["${SECRET_VARIABLE}"])`,
      "answer = client.chat.completions.create(",
      `    model=${quoted(model)},`,
      `    messages=[{"role": "user", "content": ${quoted(HELLO)}}],`,
      ")",
      "print(answer.choices[0].message.content)",
    ],
  },
  {
    value: "openai-node",
    label: "OpenAI SDK, JavaScript",
    place: "JavaScript",
    lines: ({ gateway, model }) => [
      'import OpenAI from "openai";',
      "",
      `const client = new OpenAI({ baseURL: ${quoted(`${gateway}/v1`)}, apiKey: process.env.${SECRET_VARIABLE} });`,
      "const answer = await client.chat.completions.create({",
      `  model: ${quoted(model)},`,
      `  messages: [{ role: "user", content: ${quoted(HELLO)} }],`,
      "});",
      "console.log(answer.choices[0].message.content);",
    ],
  },
  {
    value: "anthropic-python",
    label: "Anthropic SDK, Python",
    place: "Python",
    lines: ({ gateway, model }) => [
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
    ],
  },
  {
    value: "vercel-ai",
    label: "Vercel AI SDK",
    place: "JavaScript",
    lines: ({ gateway, model }) => [
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
    ],
  },
  {
    value: "langchain",
    label: "LangChain",
    place: "Python",
    lines: ({ gateway, model }) => [
      "import os",
      "from langchain_openai import ChatOpenAI",
      "",
      "model = ChatOpenAI(",
      `    model=${quoted(model)},`,
      `    base_url=${quoted(`${gateway}/v1`)},`,
      `    api_key=os.environ["${SECRET_VARIABLE}"],`,
      ")",
      `print(model.invoke(${quoted(HELLO)}).content)`,
    ],
  },
  {
    value: "claude-code",
    label: "Claude Code",
    place: "Shell",
    lines: ({ gateway, model }) => [
      `export ANTHROPIC_BASE_URL=${shellWord(gateway)}`,
      `export ANTHROPIC_AUTH_TOKEN="$${SECRET_VARIABLE}"`,
      `claude --model ${shellWord(model)}`,
    ],
  },
  {
    value: "codex",
    label: "Codex",
    place: "~/.codex/config.toml",
    lines: ({ gateway, model }) => [
      `model = ${quoted(model)}`,
      'model_provider = "gateway"',
      "",
      "[model_providers.gateway]",
      'name = "Gateway"',
      `base_url = ${quoted(`${gateway}/v1`)}`,
      `env_key = "${SECRET_VARIABLE}"`,
      'wire_api = "responses"',
    ],
  },
  {
    value: "cursor",
    label: "Cursor",
    place: "Settings, Models, API keys",
    lines: ({ gateway, model }) => [
      `OpenAI API key: the value of ${SECRET_VARIABLE}`,
      `Override OpenAI base URL: ${gateway}/v1`,
      `Add model: ${model}`,
    ],
  },
  {
    value: "open-webui",
    label: "Open WebUI",
    place: "Environment",
    lines: ({ gateway }) => [`OPENAI_API_BASE_URL=${gateway}/v1`, `OPENAI_API_KEY=the value of ${SECRET_VARIABLE}`],
  },
];

/** The first model that can be called as it is named: without a wildcard. */
export function callableName(names: readonly string[]): string | undefined {
  return names.find((name) => !name.includes("*"));
}
