import type { Deployment } from "../deployment";
import type { ListRequest } from "./list-request";
import { openAiAdapter, openAiDoor } from "../openai";
import { openAiLike } from "../openai-like";
import type { Provider } from "./provider";

/** A provider whose API is OpenAI's, at another address. `own`: in what it differs otherwise. */
export function openAiCompatible(
  name: string,
  apiBase: string | undefined,
  keyVariables: readonly string[],
  own: Partial<Provider> = {},
): Provider {
  return {
    ...openAiLike("OpenAI", openAiAdapter, openAiDoor, own.habits),
    name,
    apiBase,
    keyVariables,
    list: openAiList,
    ...own,
  };
}

/** The list of models at OpenAI's address. */
export function openAiList(deployment: Deployment): ListRequest {
  return { ...openAiDoor(deployment, "/models"), namesWhatCallsUse: true };
}
