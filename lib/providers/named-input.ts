import { isObject } from "@/lib/is-object";
import { CLIENT_ROUTES } from "./dialects/client-routes";

/**
 * The first input of a body that is only named and not in it: an earlier response, a conversation, a stored prompt, a
 * file or an image elsewhere. Its size is not known before the call. Undefined: the body has all of its input.
 */
export function namedInput(route: string, body: Readonly<Record<string, unknown>>): string | undefined {
  const asks = CLIENT_ROUTES.get(route)?.asks;
  const kept = asks?.kept.find((name) => body[name] !== undefined && body[name] !== null);
  return kept ?? asks?.contents.map((name) => namedWithin(body[name])).find((name) => name !== undefined);
}

/** Looks through content at every depth, without recursion: a caller chooses how deep it is. */
function namedWithin(content: unknown): string | undefined {
  const open: unknown[] = [content];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      const name = namedBy(value);
      if (name !== undefined) return name;
      open.push(...Object.values(value));
    }
  }
  return undefined;
}

/** The member by which a part of the content names an input; undefined: it names none. */
function namedBy(part: Readonly<Record<string, unknown>>): string | undefined {
  if (part["type"] === "item_reference") return "item_reference";
  for (const name of ["file_id", "file_url", "container_id", "fileUri", "file_uri"])
    if (typeof part[name] === "string") return name;
  const image = isObject(part["image_url"]) ? part["image_url"]["url"] : part["image_url"];
  if (typeof image === "string" && !image.startsWith("data:")) return "image_url";
  const source = isObject(part["source"]) ? part["source"] : part;
  // Anthropic's sources of images and documents.
  return source["type"] === "url" && typeof source["url"] === "string" ? "url" : undefined;
}
