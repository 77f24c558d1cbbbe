import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { bodyOwner, type HeldBody } from "@/lib/gateway/request/body-memory";
import type { Adapter, AdapterCall } from "@/lib/providers/adapter";
import {
  isFetchable,
  readFetched,
  type AddressedMedia,
  type FetchedMedia,
  type FetchedSource,
} from "@/lib/providers/form/media";
import { decodedBody } from "@/lib/upstream/content-encoding";
import type { UpstreamExchange } from "@/lib/upstream/exchange";
import { upstreamFailure } from "@/lib/upstream/failure";
import type { Upstreams } from "@/lib/upstream/pools";
import { getUpstream } from "@/lib/upstream/post";
import type { Services } from "../services";
import type { Call } from "./call";

/** Milliseconds for one file, from the connection to its last byte. */
const WAIT_MS = 10_000;
/** Bytes of one file. */
const MOST_BYTES = 20 * 1000 * 1000;
/** Different files of one call. */
const MOST_FILES = 20;
/** Each byte is held in base64, and again in the body that goes upstream. */
const BYTES_HELD = 3;

interface Fetching {
  readonly upstreams: Upstreams;
  /** `general_settings.media_hosts` */
  readonly hosts: readonly string[];
  readonly caller: Pick<ApiRequest, "isGone" | "onGone">;
  readonly held: Pick<HeldBody, "grow">;
}

/** What is being fetched for an attempt. */
export interface MediaOfCall {
  readonly fetched: Promise<FetchedMedia>;
  /** The room that it takes until the call is over. */
  readonly held: HeldBody;
}

/** Undefined: the call names nothing by address that its upstream takes only as bytes, or no host may be asked. */
export function mediaOfCall(
  { upstreams, settings, bodies }: Pick<Services, "upstreams" | "settings" | "bodies">,
  { request, caller }: Pick<Call, "request" | "caller">,
  adapter: Adapter,
  sent: AdapterCall,
): MediaOfCall | undefined {
  if (!adapter.addressed) return undefined;
  const hosts = settings.current().general.media_hosts;
  const addressed = hosts.length > 0 ? adapter.addressed(sent) : [];
  if (addressed.length === 0) return undefined;
  const held = bodies.enter(bodyOwner(caller.token));
  return { fetched: fetchMedia(addressed, { upstreams, hosts, caller: request, held }), held };
}

/**
 * Fetches what a call names by address where the operator allows it; the upstream's half refuses
 * the rest. `addressed`: some of them may be the same. @throws GatewayError invalid_request that names the member with
 * the address; overloaded, payload_too_large
 */
async function fetchMedia(addressed: readonly AddressedMedia[], fetching: Fetching): Promise<FetchedMedia> {
  const wanted = new Map<string, AddressedMedia>();
  for (const media of addressed) if (isFetchable(media.url, fetching.hosts)) wanted.set(media.url, media);
  const files = [...wanted.values()];
  const one = files[MOST_FILES];
  if (one) throw refusal(one, `a call may name at most ${MOST_FILES} files by address.`);
  const under: UpstreamExchange[] = [];
  const fetched = files.map(async (media) => [media.url, await fetchOne(media, fetching, under)] as const);
  try {
    return new Map(await Promise.all(fetched));
  } catch (error) {
    for (const exchange of under) exchange.abort();
    // None may take room once its caller has given all of it back.
    await Promise.allSettled(fetched);
    throw error;
  }
}

async function fetchOne(
  media: AddressedMedia,
  { upstreams, caller, held }: Fetching,
  under: UpstreamExchange[],
): Promise<FetchedSource> {
  const { origin, pathname, search } = new URL(media.url);
  const line = upstreams.pool(origin, WAIT_MS);
  const wait = { firstByteMs: WAIT_MS, idleMs: WAIT_MS };
  const exchange = getUpstream(line, { path: pathname + search, headers: { accept: "*/*" } }, wait, caller);
  under.push(exchange);
  exchange.abortAfter(WAIT_MS, () => refusal(media, `it was not there within ${WAIT_MS / 1000} seconds.`));
  try {
    const head = await exchange.head;
    if (head.status !== 200)
      throw refusal(media, `its host answered ${head.status}, not 200; redirects are not followed.`);
    if (Number(head.headers["content-length"] ?? 0) > MOST_BYTES) throw tooLarge(media);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of decodedBody(exchange, head)) {
      size += piece.length;
      if (size > MOST_BYTES) throw tooLarge(media);
      held.grow(piece.length * BYTES_HELD);
      pieces.push(piece);
    }
    return readFetched(media, head.headers["content-type"], Buffer.concat(pieces, size));
  } catch (error) {
    exchange.abort();
    if (error instanceof GatewayError && error.status < 500) throw error;
    const failure = upstreamFailure(error);
    throw failure.code === "overloaded" ? failure : refusal(media, `it cannot be fetched. ${failure.message}`);
  }
}

function tooLarge(media: AddressedMedia): GatewayError {
  return refusal(media, `it is larger than ${MOST_BYTES / 1e6} MB.`);
}

function refusal({ at }: AddressedMedia, why: string): GatewayError {
  return new GatewayError("invalid_request", `${at}: ${why}`, { param: at });
}
