import type { CallBody } from "@/lib/providers/call-body";
import type { ApiRequest } from "@/lib/doors/contract";

/** Bounds of what one call may be sorted under. */
const MOST_TAGS = 16;
const LONGEST_TAG = 128;

const NO_TAGS: readonly string[] = [];

/**
 * What a call is sorted under in spend reports: the words of the header `x-gateway-tags`, separated by commas, and the
 * `metadata.tags` of a JSON body. Each counts once; what is no text, empty or too long is passed over.
 */
export function tagsOf({ headers }: Pick<ApiRequest, "headers">, body: CallBody): readonly string[] {
  const header = headers["x-gateway-tags"];
  const listed = bodyTags(body);
  if (header === undefined && listed === undefined) return NO_TAGS;
  const named = (typeof header === "string" ? header.split(",") : (header ?? [])).map((tag) => tag.trim());
  const all = [...named, ...(listed ?? [])].filter((tag) => tag !== "" && tag.length <= LONGEST_TAG);
  return [...new Set(all)].slice(0, MOST_TAGS);
}

function bodyTags(body: CallBody): string[] | undefined {
  const metadata = "value" in body ? body.value["metadata"] : undefined;
  const tags: unknown = typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "tags") : undefined;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : undefined;
}
