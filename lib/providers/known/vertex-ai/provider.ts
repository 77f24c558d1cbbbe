import type { Fault } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { bearerCredential } from "@/lib/credentials/deployment-credential";
import { googleTokens } from "@/lib/credentials/google/source";
import type { AskedModel } from "../../adapter";
import { googleDialect } from "../../dialects/google/dialect";
import { googleRefusal } from "../../dialects/google/refusal";
import { PREDICTION } from "../../dialects/google/upstream/embeddings";
import type { Provider } from "../provider";
import { CLAUDE_ADAPTERS } from "./claude";
import { vertexDoor } from "./door";
import { LOCATION_VARIABLES, vertexAddress, vertexProject } from "./location";

const own = googleDialect("Gemini", vertexDoor, PREDICTION);

/** Google's Vertex AI: Google's own models, and Claude. */
export const vertexAi: Provider = {
  label: "Gemini, Anthropic",
  adapterFor: (route, asked) => (isClaude(asked) ? CLAUDE_ADAPTERS.get(route) : own.adapterFor(route, asked)),
  name: "vertex_ai",
  apiBase: undefined,
  address: vertexAddress,
  // A key that is bound to a service account needs no token.
  credential: ({ vertex_credentials: credentials }, _variable, key) =>
    key ? undefined : bearerCredential(googleTokens(credentials?.reveal())),
  variables: LOCATION_VARIABLES,
  keyVariables: [],
  domains: [".googleapis.com", "aiplatform.googleapis.com"],
  habits: { lacksResponses: true },
  // The list of Google's prices has few of Anthropic's models.
  priceListName: (model) => (model.includes("claude") ? "anthropic" : "google"),
  traceName: "gcp.vertex_ai",
  refusal: googleRefusal,
  entryFaults,
};

function isClaude({ model = "", baseModel = model }: AskedModel): boolean {
  return baseModel.includes("claude");
}

/** With an `api_base`, the entry alone says where calls go. */
function entryFaults(
  { gateway_params: params }: ModelEntry,
  variable: (name: string) => string | undefined,
): readonly Fault[] {
  const isKnown = vertexProject(params, params.api_base === undefined ? variable : () => undefined) !== undefined;
  if (isKnown) return [];
  const message = "names a model of Vertex AI without a project";
  const fix = `add vertex_project below gateway_params${params.api_base === undefined ? ", or set VERTEXAI_PROJECT" : ""}`;
  return [{ number: "C213", path: ["model"], at: "value", message, fix }];
}
