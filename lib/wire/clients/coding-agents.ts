import type { ClientGuide } from "./client-guide";
import { json, quoted, SECRET_VARIABLE, shellWord } from "./quoting";

/** A command of one's own that prints a token; docs/clients/README.md shows what it may be. */
const TOKEN_COMMAND = "~/bin/gateway-token";

const CLAUDE_CODE: ClientGuide = {
  id: "claude-code",
  name: "Claude Code",
  speaks: "Messages",
  test: "e2e/clients/coding-agents.foreign.test.ts",
  withKey: ({ gateway, model }) => [
    {
      place: "the shell",
      language: "sh",
      text: [
        `export ANTHROPIC_BASE_URL=${shellWord(gateway)}`,
        `export ANTHROPIC_AUTH_TOKEN="$${SECRET_VARIABLE}"`,
        `claude --model ${shellWord(model)}`,
      ].join("\n"),
    },
  ],
  withToken: ({ gateway, model }) => [
    {
      place: "~/.claude/settings.json",
      language: "json",
      text: json({
        apiKeyHelper: TOKEN_COMMAND,
        env: {
          ANTHROPIC_BASE_URL: gateway,
          ANTHROPIC_MODEL: model,
          CLAUDE_CODE_API_KEY_HELPER_TTL_MS: "300000",
        },
      }),
    },
  ],
  notes: [
    "The address has no `/v1`: Claude Code adds it.",
    "Claude Code also calls a small model. Allow that one too, or set `ANTHROPIC_DEFAULT_HAIKU_MODEL` to a model that the caller may use.",
    "A model that is not Claude works too: the gateway translates. Pass a name that Claude Code does not know by `--model` or `ANTHROPIC_MODEL`.",
  ],
  faults: [
    {
      symptom: "It asks to log in, or answers “Invalid API key”.",
      cure: "A saved login or `ANTHROPIC_API_KEY` wins over the token. Run `claude /logout` and `unset ANTHROPIC_API_KEY`.",
    },
    {
      symptom: "Every call works for an hour, then answers 401.",
      cure: "The token has expired. Use `apiKeyHelper`, and a time below the token's life in `CLAUDE_CODE_API_KEY_HELPER_TTL_MS`.",
    },
    {
      symptom: "`model_not_found` or `key_model_not_allowed` for a name with `haiku` in it.",
      cure: "This is the small model of the second note.",
    },
  ],
};

const CODEX: ClientGuide = {
  id: "codex",
  name: "Codex",
  speaks: "Responses",
  test: "e2e/clients/coding-agents.foreign.test.ts",
  withKey: ({ gateway, model }) => [
    {
      place: "~/.codex/config.toml",
      language: "toml",
      text: codex(gateway, model, `env_key = ${quoted(SECRET_VARIABLE)}`),
    },
  ],
  withToken: ({ gateway, model }) => [
    {
      place: "~/.codex/config.toml",
      language: "toml",
      text: codex(
        gateway,
        model,
        `\n[model_providers.gateway.auth]\ncommand = "${TOKEN_COMMAND}"\nrefresh_interval_ms = 300000`,
      ),
    },
  ],
  notes: [
    "Codex speaks only Responses. The gateway serves it for every model, and translates where the provider does not speak it.",
    'It offers web search with every request, which the gateway refuses by name if the provider has none. Then write `web_search = "disabled"` at the top of the file, or `drop_params: true` in the entry of the model.',
    "The provider must not be called `openai`, `ollama` or `lmstudio`: Codex reserves these names.",
  ],
  faults: [
    {
      symptom: "It stops at the start with a message about `wire_api` or `profile`.",
      cure: 'Newer versions accept only `wire_api = "responses"`, and keep each profile in its own file.',
    },
    {
      symptom: "It still calls OpenAI.",
      cure: "`model_provider` comes after a table in the file, so it belongs to that table. Move it to the top.",
    },
  ],
};

const OPENCODE: ClientGuide = {
  id: "opencode",
  name: "OpenCode",
  speaks: "Chat Completions",
  test: "e2e/clients/coding-agents.foreign.test.ts",
  withKey: ({ gateway, model }) => [
    {
      place: "opencode.json",
      language: "json",
      text: json({
        $schema: "https://opencode.ai/config.json",
        provider: {
          gateway: {
            npm: "@ai-sdk/openai-compatible",
            name: "Gateway",
            options: { baseURL: `${gateway}/v1`, apiKey: `{env:${SECRET_VARIABLE}}` },
            models: { [model]: { name: model } },
          },
        },
        model: `gateway/${model}`,
      }),
    },
  ],
  notes: ["OpenCode lists only the models under `models`; `GET /v1/models` names yours."],
  faults: [
    {
      symptom: "The model is not in the list.",
      cure: "Add it under `models`, with exactly the name that the gateway uses.",
    },
  ],
};

const CURSOR: ClientGuide = {
  id: "cursor",
  name: "Cursor",
  speaks: "Chat Completions",
  untried: "no package registry offers Cursor, and its own servers, which make the calls, cannot reach a test",
  withKey: ({ gateway, model }) => [
    {
      place: "Cursor Settings → Models → API Keys",
      language: "text",
      text: [
        `OpenAI API Key:            the value of ${SECRET_VARIABLE}`,
        `Override OpenAI Base URL:  ${gateway}/v1`,
        `Add Custom Model:          ${model}`,
      ].join("\n"),
    },
  ],
  notes: [
    "The calls come from Cursor's own servers. The gateway must be reachable from the internet over HTTPS, and prompts pass through Cursor.",
    "Completion in the editor (Tab) and some modes keep using Cursor's own models.",
  ],
  faults: [
    {
      symptom: "“Verify” fails, and the gateway's log does not show the request.",
      cure: "Cursor's servers cannot reach the address. Try a call from outside the company's network.",
    },
    {
      symptom: "Cursor's own models fail as long as the override is on.",
      cure: "The override applies to every OpenAI model. Turn it off to use Cursor's own.",
    },
  ],
};

const CONTINUE: ClientGuide = {
  id: "continue",
  name: "Continue",
  speaks: "Chat Completions",
  test: "e2e/clients/coding-agents.foreign.test.ts",
  withKey: ({ gateway, model }) => [
    {
      place: "~/.continue/config.yaml",
      language: "yaml",
      text: [
        "name: Gateway",
        "version: 1.0.0",
        "schema: v1",
        "models:",
        `  - name: ${quoted(model)}`,
        "    provider: openai",
        `    model: ${quoted(model)}`,
        `    apiBase: ${quoted(`${gateway}/v1`)}`,
        `    apiKey: \${{ secrets.${SECRET_VARIABLE} }}`,
        "    roles: [chat, edit, apply]",
      ].join("\n"),
    },
  ],
  notes: [
    "`secrets` reads `~/.continue/.env`: put `GATEWAY_KEY=…` there.",
    "The test runs its command `cn`, which reads the same file as the extensions of the editors.",
    "Give autocompletion its own small, cheap model: it calls at every pause in typing.",
  ],
  faults: [
    {
      symptom: "The key goes to OpenAI.",
      cure: "`apiBase` is missing in that entry; each entry has its own.",
    },
  ],
};

const COPILOT: ClientGuide = {
  id: "github-copilot",
  name: "GitHub Copilot in VS Code",
  speaks: "Chat Completions",
  untried: "no package registry offers VS Code with GitHub Copilot",
  withKey: ({ gateway, model }) => [
    {
      place: "chatLanguageModels.json (command “Chat: Open Language Models (JSON)”)",
      language: "json",
      text: json([
        {
          name: "Gateway",
          vendor: "customendpoint",
          apiKey: `the value of ${SECRET_VARIABLE}`,
          apiType: "chat-completions",
          models: [
            {
              id: model,
              name: model,
              url: `${gateway}/v1/chat/completions`,
              toolCalling: true,
              vision: true,
              maxInputTokens: 128_000,
              maxOutputTokens: 16_000,
            },
          ],
        },
      ]),
    },
  ],
  notes: [
    "Needs a VS Code with the *Custom Endpoint* provider (1.122 or newer). In a company, the Copilot policy must allow people to bring their own model keys.",
    "`url` is the whole address of the route. `apiType` may be `responses` or `messages` too, with the address of that route.",
  ],
  faults: [
    {
      symptom: "The model does not appear in the picker.",
      cure: "Reload the window: VS Code reads the file when it starts.",
    },
  ],
};

/** Agents and editors that write code. */
export const CODING_AGENTS: readonly ClientGuide[] = [CLAUDE_CODE, CODEX, OPENCODE, CURSOR, CONTINUE, COPILOT];

function codex(gateway: string, model: string, auth: string): string {
  return [
    `model = ${quoted(model)}`,
    'model_provider = "gateway"',
    "",
    "[model_providers.gateway]",
    'name = "Gateway"',
    `base_url = ${quoted(`${gateway}/v1`)}`,
    'wire_api = "responses"',
    auth,
  ].join("\n");
}
