import { withPlainIds } from "../../form/call-id";
import { dropPaths } from "../../form/dropped-members";
import type { JsonObject } from "../../json-value";
import { checkThread } from "./client/request";
import { withoutOthersBlocks } from "./others-blocks";

/**
 * Members that are of Anthropic's own API alone and leave the answer as it is. Clouds that serve Claude refuse a body
 * with any of them.
 */
const OWN_TO_ANTHROPIC = ["service_tier", "inference_geo", "speed", "diagnostics", "cache_control"];

/** Where marks of the cache can be, beside the one for the whole request. */
const MARKED = ["system.*", "tools.*", "messages.*.content.*", "messages.*.content.*.content.*"];
const inMarks = (name: string): string[] => MARKED.map((path) => `${path}.cache_control.${name}`);

/** Where a mark can say whose the cache is. */
const SCOPES = inMarks("scope");

/** Where a mark can say how long the cache lasts. */
export const CACHE_TIMES: readonly string[] = inMarks("ttl");

/** The same inside lists, with the name that shows whether a body can have them at all. */
const OWN_INSIDE = [
  ['"eager_input_streaming"', ["tools.*.eager_input_streaming"]],
  ['"scope"', SCOPES],
] as const;

/**
 * A caller's body for Claude at a cloud: without what only Anthropic's own API takes, and without what another provider
 * has written into the conversation. All other bytes stay as they came. `dropped` gets the names of what is lost.
 * @throws GatewayError not_found if the body continues a thread, which only Anthropic keeps
 */
export function cloudBody(
  bytes: Buffer,
  outline: JsonObject,
  barred: readonly string[] | undefined,
  dropped: Set<string>,
): Buffer {
  checkThread(outline);
  const inside = OWN_INSIDE.flatMap(([name, paths]) => (bytes.includes(name) ? paths : []));
  const left = dropPaths(
    withPlainIds(withoutOthersBlocks(bytes)),
    [...OWN_TO_ANTHROPIC, ...inside, ...(barred ?? [])],
    dropped,
  );
  // The beginning of a thread says nothing: the whole conversation comes with it.
  return outline["thread"] === undefined ? left : dropPaths(left, ["thread"], new Set());
}

/**
 * A written body without what only Anthropic's own API takes of marks of the cache, and without `barred`. `dropped`
 * gets the names.
 */
export function withCloudMarks(bytes: Buffer, dropped: Set<string>, barred: readonly string[] = []): Buffer {
  if (!bytes.includes('"cache_control"')) return bytes;
  return dropPaths(bytes, ["cache_control", ...SCOPES, ...barred], dropped);
}
