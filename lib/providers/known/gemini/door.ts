import type { Deployment } from "../../deployment";
import { modelMethod, type GoogleDoor } from "../../dialects/google/door";

/** The Gemini API, with a key (ai.google.dev/api). `api_base` may end in its version, or before it. */
export const geminiDoor: GoogleDoor = (deployment, method) => ({
  path: `${geminiBase(deployment)}/models/${modelMethod(deployment.model, method)}`,
  headers: geminiKey(deployment),
});

export function geminiBase({ basePath }: Pick<Deployment, "basePath">): string {
  return /\/v1(?:beta|alpha)?$/.test(basePath) ? basePath : `${basePath}/v1beta`;
}

export function geminiKey({ apiKey }: Pick<Deployment, "apiKey">): Record<string, string> {
  return apiKey ? { "x-goog-api-key": apiKey.reveal() } : {};
}
