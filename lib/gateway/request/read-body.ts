import type { GeneralSettings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { CallBody } from "@/lib/providers/call-body";
import { countMembers, type JsonBounds } from "@/lib/providers/json-bounds";
import { repeatedName } from "@/lib/json/member-names";
import {
  checkModelName,
  occursTwice,
  parseObject,
  readBodyOfPath,
  readModelBody,
  type CallOfPath,
} from "@/lib/providers/model-body";
import type { ModelRoute } from "@/lib/providers/model-routes";
import type { ApiRequest } from "@/lib/doors/contract";
import { hasProtoMember, isStorable } from "@/lib/wire/storable-text";
import type { HeldBody } from "./body-memory";
import { readModelForm } from "./read-form";
import { unpackedRequest, type Pause } from "./unpacked-request";

/** What a body may be. */
export type BodyBounds = JsonBounds & Pick<GeneralSettings, "max_request_bytes">;

/**
 * In bytes. The members of a larger body are counted before its value is built. The value of a smaller one takes little
 * memory whatever it is, and `readModelBody` counts its levels anyway.
 */
const COUNTED_BYTES = 8 * 1024;

/** What a route says about its body, and what the path says of the call. */
type ExpectedBody = Pick<ModelRoute, "body" | "defaultModel" | "holdsForm"> & {
  /** It counts instead of the body's. */
  readonly modelOfPath?: string | undefined;
  readonly callOfPath?: CallOfPath | undefined;
};

/**
 * Reads as much of the body of a model call as the decision needs. `held`: the room that it takes, unless it is small;
 * `pause`: between the pieces of a compressed one.
 * @throws GatewayError unsupported_media_type, invalid_json, invalid_request, payload_too_large, overloaded
 */
export async function readCallBody(
  request: ApiRequest,
  { body, defaultModel, modelOfPath, callOfPath, holdsForm }: ExpectedBody,
  bounds: BodyBounds,
  newId: () => string,
  pause: Pause,
  held?: HeldBody,
): Promise<CallBody> {
  if (body === "form") {
    const unpacked = unpackedRequest(request, undefined, pause);
    const form = await readModelForm(unpacked, bounds.max_request_bytes, newId, held, holdsForm);
    return modelOfPath === undefined ? form : { ...form, model: checkModelName(modelOfPath) };
  }
  const type = request.headers["content-type"];
  // Other types are accepted: curl calls everything `application/x-www-form-urlencoded`.
  if (typeof type === "string" && /^multipart\//i.test(type))
    throw new GatewayError(
      "unsupported_media_type",
      "This route takes JSON: the content type must be application/json.",
    );
  const bytes = await readWhole(request, bounds, pause, held);
  countLarge(bytes, bounds, held);
  if (callOfPath) return readBodyOfPath(bytes, callOfPath, bounds.max_body_depth);
  return readModelBody(bytes, { defaultModel, modelOfPath }, bounds.max_body_depth);
}

/**
 * Reads the body of an operation that manages: a JSON object, empty if there is no body, whose strings the database can
 * store. @throws as `readCallBody`
 */
export async function readManagementBody(
  request: ApiRequest,
  bounds: BodyBounds,
  pause: Pause,
  held?: HeldBody,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readWhole(request, bounds, pause, held);
  const members = countMembers(bytes, bounds);
  held?.growByMembers(members);
  if (bytes.length === 0) return {};
  const value = parseObject(bytes);
  // Only an escape can stand for NUL or a lone surrogate: JSON allows no raw NUL, and UTF-8 has no lone surrogates.
  const isEscaped = bytes.includes(ESCAPE);
  if (isEscaped) requireStorable(value);
  if (isEscaped || bytes.includes("__proto__")) refuseProtoMembers(value);
  const twice = repeatedName(bytes.toString("utf8"));
  if (twice !== undefined) throw occursTwice(twice);
  return value;
}

/**
 * Reads the body of an operation that reads its value itself. @throws GatewayError payload_too_large, overloaded,
 * invalid_request for more members than a body may have
 */
export async function readMessageBody(
  request: ApiRequest,
  bounds: BodyBounds,
  pause: Pause,
  held?: HeldBody,
): Promise<Buffer> {
  const bytes = await readWhole(request, bounds, pause, held);
  countLarge(bytes, bounds, held);
  return bytes;
}

/** Counts the members of a body, unless it is small. @throws GatewayError invalid_request that names the bound */
function countLarge(bytes: Buffer, bounds: BodyBounds, held: HeldBody | undefined): void {
  if (bytes.length <= COUNTED_BYTES && bytes.length <= bounds.max_body_members) return;
  const members = countMembers(bytes, bounds);
  held?.growByMembers(members);
}

/** @throws GatewayError invalid_request that names the field */
function refuseProtoMembers(value: Readonly<Record<string, unknown>>): void {
  for (const [field, member] of Object.entries(value))
    if (field === "__proto__" || hasProtoMember(member))
      throw new GatewayError("invalid_request", `${field}: must not have "__proto__" as a name`, { param: field });
}

/** @throws GatewayError invalid_request that names the field with a string that the database cannot store */
function requireStorable(value: Readonly<Record<string, unknown>>): void {
  for (const [field, member] of Object.entries(value)) {
    if (!isStorable(field))
      throw new GatewayError("invalid_request", "Names of fields must not contain NUL characters or lone surrogates.");
    if (!isStorable(member))
      throw new GatewayError("invalid_request", `${field}: must not contain NUL characters or lone surrogates`, {
        param: field,
      });
  }
}

const ESCAPE = "\\u";

/** The bytes of a body of JSON, unpacked. */
function readWhole(request: ApiRequest, bounds: BodyBounds, pause: Pause, held: HeldBody | undefined): Promise<Buffer> {
  const unpacked = unpackedRequest(request, bounds, pause);
  const { max_request_bytes: limit } = bounds;
  return held?.read(unpacked, limit) ?? unpacked.readBody(limit);
}
