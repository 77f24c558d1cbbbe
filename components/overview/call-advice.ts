import { queryString } from "@/components/api/client";
import type { FirstCall } from "./first-call";

/** What a failed call means, and the next step. */
export interface CallAdvice {
  readonly title: string;
  readonly advice: string;
  /** The page of the next step; absent: the step is taken in the form itself. */
  readonly link?: { readonly href: string; readonly label: string };
}

type Failed = Pick<FirstCall, "status" | "code" | "decisionId">;

/** Where a next step is taken. */
type Target = "model" | "new model" | "price" | "new key" | "settings" | "refusal";

type Known = readonly [title: string, advice: string, target: Target];

const UNKNOWN_KEY: Known = [
  "The gateway does not know this key",
  "Paste the whole key, from sk- to its end, or generate another one.",
  "new key",
];
const NOT_SERVING: Known = [
  "The gateway cannot serve calls now",
  "Settings shows the state of this node and what is wrong with it.",
  "settings",
];

/** What an error code means, whoever answers with it. */
const BY_CODE: Readonly<Record<string, Known>> = {
  invalid_key: UNKNOWN_KEY,
  missing_credentials: UNKNOWN_KEY,
  invalid_token: UNKNOWN_KEY,
  model_unpriced: [
    "The model has no price",
    "Calls without a price are refused here. Give it one, then send the call again.",
    "price",
  ],
  upstream_access_refused: ["The provider refuses the model's own key", "Enter another API key in its entry.", "model"],
  upstream_unreachable: [
    "The provider cannot be reached",
    "Check the base address of the model, and that this gateway may connect to it.",
    "model",
  ],
  upstream_timeout: [
    "The provider did not answer in time",
    "Send the call again. If that happens often, check the base address of the model and its timeout.",
    "model",
  ],
  upstream_invalid_response: [
    "The server at this address is not a provider",
    "Check the base address of the model: often, /v1 is missing or appears twice.",
    "model",
  ],
  no_healthy_deployment: [
    "No deployment of the model can serve it now",
    "It is on cooldown after failures, or its entry is incomplete. Its page says which.",
    "model",
  ],
  key_expired: ["The key has expired", "Extend it, or generate another one.", "refusal"],
  key_blocked: ["The key is blocked", "Unblock it, then send the call again.", "refusal"],
  budget_exceeded: ["A budget is used up", "Raise it, then send the call again.", "refusal"],
  rate_limit_exceeded: ["A limit is reached", "Wait a minute, or raise the limit.", "refusal"],
  overloaded: NOT_SERVING,
  starting: NOT_SERVING,
  shutting_down: NOT_SERVING,
  journal_unavailable: NOT_SERVING,
  directory_unavailable: NOT_SERVING,
  database_too_slow: NOT_SERVING,
  internal_error: NOT_SERVING,
};

/**
 * A failed call in the console's words. A refusal by the gateway has a decision id; a failure without one is the
 * provider's answer, or a fault on the way to the provider.
 */
export function callAdvice(failed: Failed, model: string): CallAdvice {
  const [title, advice, at] = knownOf(failed, model);
  const link = linkOf(at, failed, model);
  return { title, advice, ...(link && { link }) };
}

function knownOf({ status, code, decisionId }: Failed, model: string): Known {
  if (code === "model_not_found")
    return decisionId === null
      ? ["The provider does not know this model", "Correct the upstream name of its entry.", "model"]
      : [
          `No model is called ${model}`,
          "Choose a name of your model list, or add a model with this name.",
          "new model",
        ];
  const known = code !== null && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return known;
  if (decisionId !== null)
    return ["The key may not make this call", "See what forbids it, and allow it there.", "refusal"];
  if (status === 429)
    return ["The provider is at its limit", "Wait a minute, or give the model another API key.", "model"];
  if (status >= 500) return ["The provider failed", "Send the call again. If it fails again, test the model.", "model"];
  return ["The provider refused the call", "Correct what it says below, or the upstream name of the model.", "model"];
}

function linkOf(target: Target, { decisionId }: Failed, model: string): CallAdvice["link"] {
  switch (target) {
    case "model":
      return { href: `/console/models${queryString({ search: model })}`, label: "Open the model" };
    case "new model":
      return { href: `/console/models${queryString({ new: model })}`, label: "Add this model" };
    case "price":
      return { href: `/console/prices${queryString({ new: model })}`, label: "Give it a price" };
    case "new key":
      return { href: "/console/keys?new=1", label: "Generate a key" };
    case "settings":
      return { href: "/console/settings", label: "Open Settings" };
    case "refusal":
      return decisionId === null
        ? undefined
        : { href: `/console/explain${queryString({ id: decisionId })}`, label: "Why it was refused" };
  }
}
