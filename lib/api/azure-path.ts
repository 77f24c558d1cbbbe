import { canonicalRoute } from "@/lib/auth/routes";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";

/** What a path of Azure OpenAI's API means in this one. */
export interface AzurePath {
  /** Canonical, without `/v1`. */
  readonly route: string;
  /** The deployment that the path names, which is the model; undefined: the body names it. */
  readonly model: string | undefined;
}

const ROOT = "/openai";
const DEPLOYMENTS = `${ROOT}/deployments/`;

/** The longest route comes first, because `/chat/completions` also ends in `/completions`. */
const ROUTES = MODEL_ROUTES.map(({ path }) => path).sort((a, b) => b.length - a.length);

/**
 * Reads a path as Azure OpenAI's clients send it: `/openai/deployments/NAME/chat/completions`, `/openai/v1/responses`
 * or `/openai/responses` (learn.microsoft.com/azure/ai-foundry/openai/reference). A name may contain `/`, which
 * OpenAI's client for Azure does not escape. Undefined: the path has another form.
 */
export function readAzurePath(path: string): AzurePath | undefined {
  if (!path.startsWith(`${ROOT}/`)) return undefined;
  if (!path.startsWith(DEPLOYMENTS)) return { route: canonicalRoute(path.slice(ROOT.length)), model: undefined };
  const route = ROUTES.find((candidate) => path.endsWith(candidate));
  if (route === undefined) return undefined;
  const model = decoded(path.slice(DEPLOYMENTS.length, -route.length));
  return model === undefined ? undefined : { route, model };
}

function decoded(name: string): string | undefined {
  try {
    return name === "" ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
