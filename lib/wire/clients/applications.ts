import type { ClientGuide } from "./client-guide";
import { quoted, SECRET_VARIABLE, shellWord } from "./quoting";

const OPEN_WEBUI: ClientGuide = {
  id: "open-webui",
  name: "Open WebUI",
  speaks: "Chat Completions",
  withKey: ({ gateway }) => [
    {
      place: "the container's environment",
      language: "sh",
      text: [
        "docker run -p 3000:8080 \\",
        `  -e OPENAI_API_BASE_URL=${shellWord(`${gateway}/v1`)} \\`,
        `  -e OPENAI_API_KEY="$${SECRET_VARIABLE}" \\`,
        "  ghcr.io/open-webui/open-webui:main",
      ].join("\n"),
    },
    {
      place: "a shell, without a container (Python 3.11 or 3.12)",
      language: "sh",
      text: [
        "pip install open-webui",
        `export OPENAI_API_BASE_URL=${shellWord(`${gateway}/v1`)}`,
        `export OPENAI_API_KEY="$${SECRET_VARIABLE}"`,
        "open-webui serve --port 3000",
      ].join("\n"),
    },
  ],
  tried: { version: "0.12.4", on: "2026-11-29" },
  notes: [
    "Everyone calls with the same key, so spend shows one caller. For spend by person, allow *Direct Connections* and let people enter keys of their own.",
    "Open WebUI lists what `GET /v1/models` answers: exactly the models that the key may call.",
  ],
  faults: [
    {
      symptom: "A setting in the environment changes nothing.",
      cure: "Open WebUI keeps connections in its database after the first start. Change it under *Admin Settings → Connections*.",
    },
  ],
};

const LIBRECHAT: ClientGuide = {
  id: "librechat",
  name: "LibreChat",
  speaks: "Chat Completions",
  untried: "LibreChat comes as a container image only, and needs MongoDB beside it",
  withKey: ({ gateway, model }) => [
    {
      place: "librechat.yaml",
      language: "yaml",
      text: [
        "version: 1.2.1",
        "endpoints:",
        "  custom:",
        "    - name: Gateway",
        `      apiKey: \${${SECRET_VARIABLE}}`,
        `      baseURL: ${quoted(`${gateway}/v1`)}`,
        "      models:",
        `        default: [${quoted(model)}]`,
        "        fetch: true",
        "      titleConvo: true",
        `      titleModel: ${quoted(model)}`,
      ].join("\n"),
    },
  ],
  notes: [
    "Put `GATEWAY_KEY=…` into `.env`. `fetch: true` lists what the key may call.",
    "Do not name the variable `OPENAI_API_KEY`: LibreChat would open its own OpenAI endpoint with it.",
  ],
  faults: [
    {
      symptom: "The endpoint is missing.",
      cure: "The container does not see the file. Mount `librechat.yaml` and restart; the log names any line that it cannot read.",
    },
  ],
};

const N8N: ClientGuide = {
  id: "n8n",
  name: "n8n",
  speaks: "Responses",
  withKey: ({ gateway, model }) => [
    {
      place: "Credentials → New → OpenAI",
      language: "text",
      text: [`API Key:   the value of ${SECRET_VARIABLE}`, `Base URL:  ${gateway}/v1`].join("\n"),
    },
    {
      place: "OpenAI Chat Model → Model → By ID",
      language: "text",
      text: model,
    },
  ],
  tried: { version: "2.40.5", on: "2026-11-29" },
  notes: [
    "Give each workflow its own key, with a budget, so that a loop in one workflow stops at its own limit.",
    "Older nodes speak Chat Completions, and new ones too if you turn *Use Responses API* off. Both work.",
  ],
  faults: [
    {
      symptom: "The test of the credential fails, but calls work.",
      cure: "The test lists models. Allow the key the route `/models`, or ignore the test.",
    },
    {
      symptom: "A key with listed routes is refused with `key_route_not_allowed`.",
      cure: "Add `/responses` to the key's routes, or turn *Use Responses API* off.",
    },
  ],
};

/** Applications that people use as they are. */
export const APPLICATIONS: readonly ClientGuide[] = [OPEN_WEBUI, LIBRECHAT, N8N];
