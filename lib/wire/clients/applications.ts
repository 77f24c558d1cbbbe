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
  ],
  notes: [
    "Everybody calls with the one key, so spend shows one caller. For spend by person, allow *Direct Connections* and let people enter keys of their own.",
    "The list of models is that of `GET /v1/models`, so it shows exactly what the key may call.",
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
    "`GATEWAY_KEY=…` stands in `.env`. `fetch: true` lists what the key may call.",
    "Do not name the variable `OPENAI_API_KEY`: LibreChat would open its own OpenAI endpoint with it.",
  ],
  faults: [
    {
      symptom: "The endpoint is missing.",
      cure: "The container does not see the file. Mount `librechat.yaml` and restart; its log names a line that it cannot read.",
    },
  ],
};

const N8N: ClientGuide = {
  id: "n8n",
  name: "n8n",
  speaks: "Chat Completions",
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
  notes: ["Give each workflow a key of its own, with a budget: a loop in a workflow is then cut off by its own limit."],
  faults: [
    {
      symptom: "The credential's test fails, and calls work.",
      cure: "The test lists models. Allow the key the route `/models`, or ignore the test.",
    },
  ],
};

/** Applications that people use as they are. */
export const APPLICATIONS: readonly ClientGuide[] = [OPEN_WEBUI, LIBRECHAT, N8N];
