/** How a form bounds a new key. `hasOwner`: a team or a user, whose budget and models apply to it. */
export interface KeyBounds {
  readonly expires: boolean;
  readonly hasBudget: boolean;
  readonly namesModels: boolean;
  readonly hasOwner: boolean;
}

/**
 * The bounds that a new key lacks, as a sentence. Undefined: it lacks none, or it expires and has an owner.
 */
export function openEndsOf({ expires, hasBudget, namesModels, hasOwner }: KeyBounds): string | undefined {
  const open = [
    !expires && "never expires",
    !hasBudget && (hasOwner ? "has no budget of its own" : "has no budget"),
    !namesModels && (hasOwner ? "may call every model of its team and user" : "may call every model"),
  ].filter((words): words is string => words !== false);
  if (open.length === 0 || (expires && hasOwner)) return undefined;
  const last = open.pop();
  return `This key ${[open.join(", "), last].filter(Boolean).join(" and ")}.`;
}
