import { generateKeyPairSync } from "node:crypto";

/** A way to a model that a provider has of its own. */
interface Door {
  /** As the scenario names it. */
  readonly name: string;
  /** The route of its callers. */
  readonly route: "/v1/chat/completions" | "/v1/messages";
  /** The entry that goes through it: the model below it, and how its calls are proven. */
  readonly params: (upstream: string) => object;
}

const CHAT = "/v1/chat/completions";
const AWS = { aws_access_key_id: "AKIABENCH", aws_secret_access_key: "bench", aws_region_name: "us-east-1" };

/** Calls that pass as they came, and those that are translated, signed or prove themselves with a token. */
export const DOORS: readonly Door[] = [
  {
    name: "OpenAI",
    route: CHAT,
    params: (upstream) => ({ model: "openai/gpt-4o-mini", api_base: `${upstream}/v1`, api_key: "none" }),
  },
  {
    name: "Azure",
    route: CHAT,
    params: (upstream) => ({ model: "azure/bench", api_base: upstream, api_key: "none", api_version: "2024-10-21" }),
  },
  {
    name: "Bedrock",
    route: CHAT,
    params: (upstream) => ({
      model: "bedrock/amazon.nova-pro-v1:0",
      ...AWS,
      aws_bedrock_runtime_endpoint: upstream,
    }),
  },
  {
    name: "Bedrock for Messages",
    route: "/v1/messages",
    params: (upstream) => ({
      model: "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0",
      ...AWS,
      aws_bedrock_runtime_endpoint: upstream,
    }),
  },
  {
    name: "Gemini",
    route: CHAT,
    params: (upstream) => ({ model: "gemini/gemini-2.5-flash", api_base: upstream, api_key: "none" }),
  },
  {
    name: "Gemini as OpenAI",
    route: CHAT,
    params: (upstream) => ({
      model: "gemini/gemini-2.5-flash",
      api_base: `${upstream}/v1beta/openai`,
      api_key: "none",
    }),
  },
  {
    name: "Vertex AI",
    route: CHAT,
    params: (upstream) => ({
      model: "vertex_ai/gemini-2.5-flash",
      api_base: upstream,
      vertex_location: "global",
      vertex_credentials: serviceAccount(upstream),
    }),
  },
  {
    name: "Cohere",
    route: CHAT,
    params: (upstream) => ({ model: "cohere/command-a-03-2025", api_base: upstream, api_key: "none" }),
  },
  {
    name: "Cohere as OpenAI",
    route: CHAT,
    params: (upstream) => ({
      model: "cohere/command-a-03-2025",
      api_base: `${upstream}/compatibility/v1`,
      api_key: "none",
    }),
  },
];

/** The name of callers for the model behind a door. */
export function modelBehind(name: string): string {
  return `by-${name.toLowerCase().replaceAll(" ", "-")}`;
}

function serviceAccount(upstream: string): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return JSON.stringify({
    type: "service_account",
    project_id: "bench",
    client_email: "bench@bench.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    token_uri: `${upstream}/token`,
  });
}
