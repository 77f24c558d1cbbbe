import type { Door } from "../../adapter";
import type { Deployment } from "../../deployment";
import { cohereDialect } from "../../dialects/cohere/dialect";
import { cohereDoor } from "../../dialects/cohere/door";
import { listAt, parseObjectText, textAt } from "../../json-value";
import { isObject } from "@/lib/is-object";
import { openAiAdapter, openAiDoor, withDoor } from "../../openai";
import { openAiLike } from "../../openai-like";
import type { Habits } from "../habits";
import { openAiList } from "../openai-compatible";
import type { Provider } from "../provider";

/** The end of the address of Cohere's API that is compatible with OpenAI's (docs.cohere.com/docs/compatibility-api). */
const COMPATIBILITY = "/compatibility/v1";

const habits: Habits = { lacksResponses: true };

/** The compatible API has no rerank; it is beside it. */
function compatibleDoor(deployment: Deployment, route: string): Door {
  if (route !== "/rerank") return openAiDoor(deployment, route);
  const { basePath } = deployment;
  return openAiDoor({ ...deployment, basePath: `${basePath.slice(0, -COMPATIBILITY.length)}/v2` }, route);
}

const compatible = openAiLike("OpenAI", withDoor(openAiAdapter, compatibleDoor), compatibleDoor, habits);

function isCompatible({ basePath = "" }: { readonly basePath?: string | undefined }): boolean {
  return basePath.endsWith(COMPATIBILITY);
}

/** Cohere, by its own API of version 2; at an address that ends in `/compatibility/v1`, by OpenAI's dialect. */
export const cohere: Provider = {
  label: cohereDialect.label,
  adapterFor: (route, asked) => (isCompatible(asked) ? compatible : cohereDialect).adapterFor(route, asked),
  name: "cohere",
  apiBase: "https://api.cohere.com/v2",
  domains: [".cohere.ai", ".cohere.com"],
  takesHostAlone: true,
  keyVariables: ["CO_API_KEY", "COHERE_API_KEY"],
  habits,
  list(deployment) {
    if (isCompatible(deployment)) return openAiList(deployment);
    const root = { ...deployment, basePath: deployment.basePath.replace(/\/v2$/, "") };
    // The list has no second version (docs.cohere.com/reference/list-models).
    const { headers } = cohereDoor(root, "");
    return { path: `${root.basePath}/v1/models?page_size=1000`, headers, names: namesOf, namesWhatCallsUse: true };
  },
  refusal: ({ status, body }) =>
    status === 404 && /was (?:removed|retired)|deprecated/i.test(body.toString("utf8").slice(0, 2_000))
      ? { says: "retired" }
      : undefined,
  entryFaults({ gateway_params: { api_base: base = "" } }) {
    if (!/\/compatibility\/v1\/?$/.test(base)) return [];
    const message = "is Cohere's compatible API, which has less than its own";
    return [{ number: "C210", path: ["api_base"], at: "value", message, fix: "leave api_base out, or end it in /v2" }];
  },
};

function namesOf(text: string): string[] | undefined {
  const value = parseObjectText(text);
  if (!value || !Array.isArray(value["models"])) return undefined;
  return listAt(value, "models")
    .filter(isObject)
    .flatMap((model) => textAt(model, "name") ?? []);
}
