import type { AccessRequest, Decision, Identity } from "./decision";

/** A request of an administrator, as it is decided today and as it would be after a change. */
export interface ComparedRequest {
  readonly request: Pick<AccessRequest, "method" | "route">;
  readonly before: Decision;
  readonly after: Decision;
}

/** A request that its administrator could no longer make. */
export interface LostRequest {
  readonly method: string;
  readonly path: string;
  /** Why, in a sentence. */
  readonly because: string;
}

/**
 * The requests that a change takes from the administrator who makes it. The master key loses none: no setting and no
 * row of the database can take it away.
 */
export function lostRequests({ kind }: Pick<Identity, "kind">, compared: readonly ComparedRequest[]): LostRequest[] {
  if (kind === "master-key") return [];
  return compared
    .filter(({ before, after }) => isAdministrators(before) && !isAdministrators(after))
    .map(({ request: { method, route }, after }) => ({ method, path: route, because: reason(after) }));
}

function isAdministrators(decision: Decision): boolean {
  return decision.allow && decision.principal.admin;
}

function reason(after: Decision): string {
  return after.allow ? "Nothing would make the caller an administrator." : after.message;
}
