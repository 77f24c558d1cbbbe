import { queryString } from "@/components/api/client";
import type { FirstCall } from "./first-call";

/** What a failed call means, and the next step. */
export interface CallAdvice {
  readonly title: string;
  readonly advice: string;
  /** The page of the next step; absent: the step is taken in the form itself. */
  readonly place?: { readonly href: string; readonly label: string };
}

type Failed = Pick<FirstCall, "status" | "code" | "decisionId">;

/**
 * A failed call in the console's words. A refusal by the gateway has a decision id; a failure without one is the
 * provider's answer, or a fault on the way to the provider.
 */
export function callAdvice({ status, code, decisionId }: Failed, model: string): CallAdvice {
  const entry = { href: `/console/models${queryString({ search: model })}`, label: "Open the model" };
  const repair =
    decisionId === null
      ? undefined
      : { href: `/console/explain${queryString({ id: decisionId })}`, label: "Why it was refused" };
  switch (code ?? "") {
    case "invalid_key":
    case "missing_credentials":
    case "invalid_token":
      return {
        title: "The gateway does not know this key",
        advice: "Paste the whole key, from sk- to its end, or generate another one.",
        place: { href: "/console/keys?new=1", label: "Generate a key" },
      };
    case "model_not_found":
      return decisionId === null
        ? {
            title: "The provider does not know this model",
            advice: "Correct the upstream name of its entry.",
            place: entry,
          }
        : {
            title: `No model is called ${model}`,
            advice: "Choose a name of your model list, or add a model with this name.",
            place: { href: `/console/models${queryString({ new: model })}`, label: "Add this model" },
          };
    case "model_unpriced":
      return {
        title: "The model has no price",
        advice: "Calls without a price are refused here. Give it one, then send the call again.",
        place: { href: `/console/prices${queryString({ new: model })}`, label: "Give it a price" },
      };
    case "upstream_access_refused":
      return {
        title: "The provider refuses the model's own key",
        advice: "Enter another API key in its entry.",
        place: entry,
      };
    case "upstream_unreachable":
      return {
        title: "The provider cannot be reached",
        advice: "Check the base address of the model, and that this gateway may connect to it.",
        place: entry,
      };
    case "upstream_timeout":
      return {
        title: "The provider did not answer in time",
        advice: "Send the call again. If that happens often, check the base address of the model and its timeout.",
        place: entry,
      };
    case "upstream_invalid_response":
      return {
        title: "What answers there is no provider",
        advice: "Check the base address of the model: often, /v1 is missing or stands twice.",
        place: entry,
      };
    case "no_healthy_deployment":
      return {
        title: "No deployment of the model can serve it now",
        advice: "It rests after failures, or its entry is not complete. Its page says which.",
        place: entry,
      };
    case "key_expired":
      return refused("The key has expired", "Extend it, or generate another one.", repair);
    case "key_blocked":
      return refused("The key is blocked", "Unblock it, then send the call again.", repair);
    case "budget_exceeded":
      return refused("A budget is used up", "Raise it, then send the call again.", repair);
    case "rate_limit_exceeded":
      return refused("A limit is reached", "Wait a minute, or raise the limit.", repair);
    case "overloaded":
    case "starting":
    case "shutting_down":
    case "journal_unavailable":
    case "directory_unavailable":
    case "database_too_slow":
    case "internal_error":
      return {
        title: "The gateway cannot serve calls now",
        advice: "Settings shows the state of this node and what is wrong with it.",
        place: { href: "/console/settings", label: "Open Settings" },
      };
  }
  if (repair) return refused("The key may not make this call", "See what forbids it, and allow it there.", repair);
  if (status === 429)
    return {
      title: "The provider is at its limit",
      advice: "Wait a minute, or give the model another API key.",
      place: entry,
    };
  if (status >= 500)
    return {
      title: "The provider failed",
      advice: "Send the call again. If it stays so, test the model.",
      place: entry,
    };
  return {
    title: "The provider refused the call",
    advice: "Correct what it says below, or the upstream name of the model.",
    place: entry,
  };
}

function refused(title: string, advice: string, place: CallAdvice["place"]): CallAdvice {
  return { title, advice, ...(place && { place }) };
}
