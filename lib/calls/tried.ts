import { isObject } from "@/lib/is-object";
import { asciiJson } from "./encode";
import { storableText } from "./storable";

/** A failed attempt that was followed by another. */
export interface TriedAttempt {
  readonly deployment: string;
  readonly provider: string;
  /** The upstream's name of the model. */
  readonly model: string;
  /** The upstream's status, or `connection` or `timeout`. */
  readonly failure: string;
}

const MOST_TRIED = 32;
const NOTHING_TRIED: readonly TriedAttempt[] = [];

/** The first attempts, as they can be stored. */
export function storableTried(tried: readonly TriedAttempt[] = NOTHING_TRIED): readonly TriedAttempt[] {
  if (tried.length === 0) return NOTHING_TRIED;
  return tried.slice(0, MOST_TRIED).map(({ deployment, provider, model, failure }) => ({
    deployment: storableText(deployment),
    provider: storableText(provider),
    model: storableText(model),
    failure: storableText(failure),
  }));
}

export function triedJson(tried: readonly TriedAttempt[]): string {
  const attempts = tried.map(
    ({ deployment, provider, model, failure }) =>
      `{"deployment":${asciiJson(deployment)},"provider":${asciiJson(provider)},"model":${asciiJson(model)},"failure":${asciiJson(failure)}}`,
  );
  return `[${attempts.join(",")}]`;
}

/** The attempts that a value from JSON holds. */
export function readTried(value: unknown): readonly TriedAttempt[] {
  if (!Array.isArray(value)) return NOTHING_TRIED;
  return value.filter(isObject).map((attempt) => ({
    deployment: String(attempt["deployment"]),
    provider: String(attempt["provider"]),
    model: String(attempt["model"]),
    failure: String(attempt["failure"]),
  }));
}
