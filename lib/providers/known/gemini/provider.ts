import type { Fault } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { googleDialect } from "../../dialects/google/dialect";
import { BATCH } from "../../dialects/google/upstream/embeddings";
import { googleRefusal } from "../../dialects/google/refusal";
import { listAt, parseObjectText, textAt } from "../../json-value";
import { isObject } from "@/lib/is-object";
import { openAiCompatible } from "../openai-compatible";
import type { Provider } from "../provider";
import { geminiBase, geminiDoor, geminiKey } from "./door";

const own = googleDialect("Gemini", geminiDoor, BATCH);

/** Google's own imitation of OpenAI's API (ai.google.dev/gemini-api/docs/openai), for entries that name it. */
const compatible = openAiCompatible("gemini", undefined, [], { habits: { lacksResponses: true } });

function isCompatible(basePath: string | undefined): boolean {
  return basePath?.endsWith("/openai") ?? false;
}

/** Google's models by the Gemini API. */
export const gemini: Provider = {
  label: own.label,
  adapterFor: (route, asked) => (isCompatible(asked.basePath) ? compatible : own).adapterFor(route, asked),
  name: "gemini",
  apiBase: "https://generativelanguage.googleapis.com",
  keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  habits: { lacksResponses: true },
  traceName: "gcp.gemini",
  list: (deployment) =>
    isCompatible(deployment.basePath) && compatible.list
      ? compatible.list(deployment)
      : {
          path: `${geminiBase(deployment)}/models?pageSize=1000`,
          headers: geminiKey(deployment),
          names: namesOf,
          namesWhatCallsUse: true,
        },
  refusal: googleRefusal,
  entryFaults,
};

/** The names in Google's list of models; undefined: it is no such list. */
function namesOf(text: string): string[] | undefined {
  const value = parseObjectText(text);
  if (!Array.isArray(value?.["models"])) return undefined;
  return listAt(value, "models").flatMap((model) => {
    const name = isObject(model) ? textAt(model, "name") : undefined;
    return name === undefined ? [] : [name.replace(/^models\//, "")];
  });
}

function entryFaults({ gateway_params: { api_base: apiBase } }: ModelEntry): Fault[] {
  if (apiBase === undefined || !URL.canParse(apiBase)) return [];
  const { pathname } = new URL(apiBase);
  if (!isCompatible(pathname.replace(/\/$/, ""))) return [];
  return [
    {
      number: "C210",
      path: ["api_base"],
      at: "value",
      message: "ends in /openai, Google's imitation of OpenAI's API, which loses thoughts, signatures and schemas",
      fix: "leave it out, or name the host alone",
    },
  ];
}
