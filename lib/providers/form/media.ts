import { invalid } from "./parameters";
import type { MediaPart, MediaSource, NeutralRequest, Part } from "./request";

/** Something to look at, read or hear that a request names by address. `at`: the member with the address. */
export interface AddressedMedia {
  readonly kind: MediaPart["kind"];
  readonly url: string;
  readonly at: string;
}

/** What was fetched, by address. */
export type FetchedMedia = ReadonlyMap<string, FetchedSource>;

export type FetchedSource =
  | { readonly kind: "bytes"; readonly mediaType: string; readonly data: string }
  | { readonly kind: "text"; readonly text: string };

/** The media of these kinds that a request names by address, those in results of calls included. */
export function addressedMedia({ turns }: NeutralRequest, kinds: readonly MediaPart["kind"][]): AddressedMedia[] {
  return turns.flatMap(({ parts }) => addressedIn(parts, kinds));
}

function addressedIn(parts: readonly Part[], kinds: readonly MediaPart["kind"][]): AddressedMedia[] {
  return parts.flatMap((part) => {
    if (part.kind === "result") return addressedIn(part.parts, kinds);
    if (!isMedia(part) || part.source.kind !== "url" || !kinds.includes(part.kind)) return [];
    return [{ kind: part.kind, url: part.source.url, at: part.source.at }];
  });
}

/** The request with what was fetched in place of its addresses. */
export function withFetched(
  request: NeutralRequest,
  kinds: readonly MediaPart["kind"][],
  fetched: FetchedMedia,
): NeutralRequest {
  const put = (part: Part): Part => {
    if (part.kind === "result") return { ...part, parts: part.parts.map(put) };
    if (!isMedia(part) || part.source.kind !== "url" || !kinds.includes(part.kind)) return part;
    const found = fetched.get(part.source.url);
    return found ? { ...part, source: { ...found, at: part.source.at } } : part;
  };
  return { ...request, turns: request.turns.map(({ role, parts }) => ({ role, parts: parts.map(put) })) };
}

export function isMedia(part: Part): part is MediaPart {
  return part.kind === "image" || part.kind === "document" || part.kind === "audio";
}

/** Something to look at, as an address or as a `data:` address. @throws GatewayError invalid_request */
export function addressOf({ kind, source }: MediaPart): string {
  if (source.kind === "url") return source.url;
  if (source.kind === "bytes") return `data:${source.mediaType};base64,${source.data}`;
  throw invalid(
    source.at,
    `${source.at}: ${NAMES[kind]} must be sent as an address or in base64; files that another provider keeps cannot be read by this model.`,
  );
}

const NAMES = { image: "an image", document: "a document", audio: "sound" } as const;

/** The refusal of media that an upstream takes only as bytes. @throws GatewayError invalid_request */
export function onlyBytes(kind: MediaPart["kind"], source: MediaSource): never {
  const kept = source.kind === "kept" ? "files that another provider keeps cannot be read by this model" : undefined;
  throw invalid(
    source.at,
    `${source.at}: ${NAMES[kind]} must be sent ${kind === "document" ? "as text or " : ""}in base64; ${kept ?? "this model cannot fetch it, and the gateway fetches only from the hosts in general_settings.media_hosts"}.`,
  );
}

/** Whether the gateway fetches what is at an address for callers. `hosts`: `general_settings.media_hosts`. */
export function isFetchable(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "" && hosts.includes(host);
}

/** What the first bytes of files say, as Latin letters. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n\x1a\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF[^]{4}WEBP/, "image/webp"],
  [/^%PDF-/, "application/pdf"],
  [/^RIFF[^]{4}WAVE/, "audio/wav"],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, "audio/mp3"],
];
const TYPES_OF_KIND = {
  image: /^image\/[a-z0-9.+-]+$/,
  document: /^(?:application\/pdf|text\/[a-z0-9.+-]+)$/,
  audio: /^audio\/[a-z0-9.+-]+$/,
} as const;

/**
 * What fetched bytes are. Their beginning counts before what the host calls them, because stores of files call many of
 * them a stream of octets. @throws GatewayError invalid_request if they are nothing of this kind
 */
export function readFetched({ kind, at }: AddressedMedia, contentType: unknown, bytes: Buffer): FetchedSource {
  const beginning = bytes.subarray(0, 16).toString("latin1");
  const told =
    String(contentType ?? "")
      .split(";", 1)[0]
      ?.trim()
      .toLowerCase() ?? "";
  const mediaType = BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1] ?? told;
  if (!TYPES_OF_KIND[kind].test(mediaType))
    throw invalid(at, `${at}: what its host sent is not ${NAMES[kind]} but ${JSON.stringify(mediaType.slice(0, 60))}.`);
  if (mediaType.startsWith("text/")) return { kind: "text", text: bytes.toString("utf8") };
  return { kind: "bytes", mediaType, data: bytes.toString("base64") };
}
