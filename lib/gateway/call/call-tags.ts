import { isObject } from "@/lib/is-object";
import type { CallBody } from "@/lib/providers/call-body";
import type { ApiRequest } from "@/lib/doors/contract";

/** The most tags of one call, and the most characters of a tag. */
const MOST_TAGS = 16;
const LONGEST_TAG = 128;

const NO_TAGS: readonly string[] = [];

/**
 * The tags of a call for spend reports: the comma-separated words of the header `x-gateway-tags`, the
 * `metadata.tags` of a JSON body, and the members of Portkey's `x-portkey-metadata` as `name:value`. Each counts once;
 * a tag that is not text, is empty or is too long is ignored.
 */
export function tagsOf({ headers }: Pick<ApiRequest, "headers">, body: CallBody): readonly string[] {
  const header = headers["x-gateway-tags"];
  const portkey = headers["x-portkey-metadata"];
  const listed = bodyTags(body);
  if (header === undefined && listed === undefined && portkey === undefined) return NO_TAGS;
  const named = (typeof header === "string" ? header.split(",") : (header ?? [])).map((tag) => tag.trim());
  const all = [...named, ...(listed ?? []), ...metadataTags(portkey)].filter(
    (tag) => tag !== "" && tag.length <= LONGEST_TAG,
  );
  return [...new Set(all)].slice(0, MOST_TAGS);
}

function bodyTags(body: CallBody): string[] | undefined {
  const metadata = body.outline["metadata"];
  const tags = isObject(metadata) ? metadata["tags"] : undefined;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : undefined;
}

/** A JSON object with texts, as Portkey's clients send it; anything else has no tags. */
function metadataTags(header: string | string[] | undefined): string[] {
  if (typeof header !== "string") return [];
  try {
    const metadata: unknown = JSON.parse(header);
    if (!isObject(metadata)) return [];
    return Object.entries(metadata).flatMap(([name, value]) => (typeof value === "string" ? [`${name}:${value}`] : []));
  } catch {
    return [];
  }
}
