import { matchesPattern } from "@/lib/patterns/wildcard";
import { createNamedRoutes, type KnownRoute, type NamedRoutes } from "./named-routes";

/** What access settings are checked against. A field that is undefined is not checked. */
export interface AccessContext {
  readonly modelNames: readonly string[] | undefined;
  readonly routes: readonly KnownRoute[] | undefined;
}

/** For how many unknown names of one check similar ones are searched. More would make a draft with many slow. */
const MOST_SUGGESTIONS = 20;

/** What one check looks up again and again, for the common settings and for each issuer. */
export interface LookUps {
  readonly named: NamedRoutes | undefined;
  readonly isServed: ((model: string) => boolean) | undefined;
  /** Where similar names are searched: nowhere any more, once they have been for some. */
  readonly similarRoutes: () => readonly KnownRoute[];
  readonly similarModels: () => readonly string[];
}

/** By the context, of which each check has its own. */
const known = new WeakMap<AccessContext, LookUps>();

/** The lookups of one check. */
export function lookUpsOf(context: AccessContext): LookUps {
  const before = known.get(context);
  if (before) return before;
  const { routes, modelNames } = context;
  let left = MOST_SUGGESTIONS;
  const made: LookUps = {
    named: routes && createNamedRoutes(routes),
    isServed: modelNames && servedBy(modelNames),
    similarRoutes: () => (left-- > 0 ? (routes ?? []) : []),
    similarModels: () => (left-- > 0 ? (modelNames ?? []) : []),
  };
  known.set(context, made);
  return made;
}

/** Whether one of these names is that of a model, or a pattern of it. Exact names are not compared one by one. */
function servedBy(modelNames: readonly string[]): (model: string) => boolean {
  const exact = new Set(modelNames);
  const patterns = [...exact].flatMap((pattern) => {
    const star = pattern.indexOf("*");
    return star < 0 ? [] : [{ pattern, start: pattern.slice(0, star) }];
  });
  return (model) =>
    exact.has(model) ||
    patterns.some(({ pattern, start }) => model.startsWith(start) && matchesPattern(pattern, model));
}
