import type { Door } from "../../adapter";
import type { Deployment } from "../../deployment";
import type { Habits } from "../habits";
import { openAiAdapter, openAiDoor, withDoor } from "../../openai";
import { openAiList } from "../openai-compatible";
import { openAiLike } from "../../openai-like";
import type { Provider } from "../provider";

const habits: Habits = { lacksResponses: true };

/**
 * Cohere serves rerank beside its compatibility API, not below it (docs.cohere.com/reference/rerank,
 * docs.cohere.com/docs/compatibility-api).
 */
function cohereDoor(deployment: Deployment, route: string): Door {
  const { basePath } = deployment;
  if (route !== "/rerank") return openAiDoor(deployment, route);
  return openAiDoor({ ...deployment, basePath: basePath.replace(/\/compatibility\/v1$/, "/v2") }, route);
}

/** Cohere, by its API that is compatible with OpenAI's. */
export const cohere: Provider = {
  ...openAiLike("OpenAI", withDoor(openAiAdapter, cohereDoor), cohereDoor, habits),
  name: "cohere",
  apiBase: "https://api.cohere.ai/compatibility/v1",
  keyVariables: ["CO_API_KEY", "COHERE_API_KEY"],
  habits,
  list: openAiList,
};
