import { expect, test } from "vitest";
import { parse } from "yaml";
import { readEnvironment } from "@/lib/config/io/environment";
import { isKnownProvider } from "@/lib/prices/known-models";
import { parseConfig } from "@/lib/settings/parse";
import { importPortkey } from "./portkey";

const KEYS = { OPENAI_API_KEY: "a", AZURE_OPENAI_API_KEY: "b", ANTHROPIC_API_KEY: "c", GEMINI_API_KEY: "d" };

interface Case {
  readonly what: string;
  readonly config: object;
  readonly file: object;
  readonly remarks: readonly string[];
}

const key = (variable: string): string => `set ${variable}: keys and virtual keys are not copied`;

const CASES: readonly Case[] = [
  {
    what: "weights of targets are weights of entries with one name",
    config: {
      strategy: { mode: "loadbalance" },
      targets: [
        { provider: "openai", api_key: "sk-1", weight: 0.75, override_params: { model: "gpt-4o" } },
        { provider: "azure-openai", azure_resource_name: "acme", azure_deployment_id: "prod", weight: 0.25 },
      ],
    },
    file: {
      model_list: [
        {
          model_name: "chat",
          gateway_params: { model: "openai/gpt-4o", api_key: "os.environ/OPENAI_API_KEY", weight: 0.75 },
        },
        {
          model_name: "chat",
          gateway_params: {
            model: "azure/prod",
            api_base: "https://acme.openai.azure.com",
            api_key: "os.environ/AZURE_OPENAI_API_KEY",
            weight: 0.25,
          },
        },
      ],
    },
    remarks: [key("OPENAI_API_KEY"), key("AZURE_OPENAI_API_KEY")],
  },
  {
    what: "later targets of a fallback have names of their own; retries and time limits are settings",
    config: {
      strategy: { mode: "fallback", on_status_codes: [429] },
      retry: { attempts: 3 },
      request_timeout: 30000,
      targets: [
        { virtual_key: "openai-prod-1a2b", override_params: { model: "gpt-4o" } },
        { provider: "anthropic", override_params: { model: "claude-sonnet-4-5", temperature: 0 } },
      ],
    },
    file: {
      model_list: [
        { model_name: "chat", gateway_params: { model: "openai/gpt-4o", api_key: "os.environ/OPENAI_API_KEY" } },
        {
          model_name: "chat-2",
          gateway_params: { model: "anthropic/claude-sonnet-4-5", api_key: "os.environ/ANTHROPIC_API_KEY" },
        },
      ],
      general_settings: { num_retries: 3, first_byte_timeout: 30, fallbacks: { chat: ["chat-2"] } },
    },
    remarks: [
      "openai-prod-1a2b: taken for openai, by its name",
      key("OPENAI_API_KEY"),
      "override_params: only the model is carried; callers send the other parameters",
      key("ANTHROPIC_API_KEY"),
    ],
  },
  {
    what: "targets inside targets share what stands above them; a cache and guardrails have no counterpart",
    config: {
      strategy: { mode: "fallback" },
      cache: { mode: "simple" },
      targets: [
        {
          strategy: { mode: "loadbalance" },
          provider: "openai",
          targets: [{ override_params: { model: "gpt-4o" } }, { override_params: { model: "gpt-4o-mini" } }],
        },
        { provider: "@google", input_guardrails: ["g"], override_params: { model: "@google/gemini-2.5-flash" } },
      ],
    },
    file: {
      model_list: [
        { model_name: "chat", gateway_params: { model: "openai/gpt-4o", api_key: "os.environ/OPENAI_API_KEY" } },
        { model_name: "chat", gateway_params: { model: "openai/gpt-4o-mini", api_key: "os.environ/OPENAI_API_KEY" } },
        {
          model_name: "chat-2",
          gateway_params: { model: "gemini/gemini-2.5-flash", api_key: "os.environ/GEMINI_API_KEY" },
        },
      ],
      general_settings: { fallbacks: { chat: ["chat-2"] } },
    },
    remarks: [
      "cache: has no counterpart, and is left out",
      key("OPENAI_API_KEY"),
      "input_guardrails: has no counterpart, and is left out",
      key("GEMINI_API_KEY"),
    ],
  },
  {
    what: "a target without a model becomes a wildcard",
    config: { provider: "openai", api_key: "sk-1" },
    file: {
      model_list: [
        { model_name: "chat/*", gateway_params: { model: "openai/*", api_key: "os.environ/OPENAI_API_KEY" } },
      ],
    },
    remarks: ["chat: the configuration names no model, so callers name it: chat/MODEL", key("OPENAI_API_KEY")],
  },
];
test.each(CASES)("$what", ({ config, file, remarks }) => {
  const imported = importPortkey(JSON.stringify(config), "chat");
  expect(parse(imported.yaml)).toEqual(file);
  expect(imported.remarks).toEqual(remarks);
  expect(imported.yaml).not.toContain("sk-1");
  const { findings } = parseConfig(imported.yaml, "c.yaml", { environment: readEnvironment(KEYS), isKnownProvider });
  expect(findings).toEqual([]);
});

test.each([
  ["what is not JSON", "{", "is not JSON"],
  ["a list", "[]", "the file: "],
  ["a number of retries that is none", '{"retry":{"attempts":-1}}', "retry.attempts: "],
])("%s is refused with its place", (_what, text, message) => {
  expect(() => importPortkey(text, "chat")).toThrow(message);
});
