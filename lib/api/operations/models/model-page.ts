import { GatewayError } from "@/lib/errors";

/** A page of a list, by the names of its neighbours. Without any of these fields it is the whole list. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly after_id?: string | undefined;
  readonly before_id?: string | undefined;
}

/** The models that a page may show, in the order in which to look at them. */
export interface PageCandidates<Model> {
  readonly models: Iterable<Model>;
  /** Whether the models come from the end of the list, so that the page must be reversed. */
  readonly isReversed: boolean;
}

/**
 * The models after `after_id`, or those before `before_id` with the nearest first. `isVisible`: whether the caller may
 * see a model; the answer must not reveal others. @throws GatewayError invalid_request
 */
export function pageCandidates<Model extends { readonly name: string }>(
  models: readonly Model[],
  { after_id: after, before_id: before }: PageQuery,
  isVisible: (name: string) => boolean,
): PageCandidates<Model> {
  if (after !== undefined && before !== undefined)
    throw new GatewayError("invalid_request", "Send after_id or before_id, not both.", { param: "before_id" });
  if (before !== undefined) {
    const end = positionOf(models, before, "before_id", isVisible);
    return { models: models.slice(0, end).reverse(), isReversed: true };
  }
  const start = after === undefined ? 0 : positionOf(models, after, "after_id", isVisible) + 1;
  return { models: start === 0 ? models : models.slice(start), isReversed: false };
}

function positionOf(
  models: readonly { readonly name: string }[],
  name: string,
  param: keyof PageQuery,
  isVisible: (name: string) => boolean,
): number {
  const at = isVisible(name) ? models.findIndex((model) => model.name === name) : -1;
  if (at !== -1) return at;
  throw new GatewayError("invalid_request", `${param} must be the id of a model of this list.`, { param });
}
