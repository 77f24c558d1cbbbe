import { GatewayError } from "@/lib/errors";
import type { VerifiedToken } from "@/lib/auth/decision";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";

/** About what one member takes once its body has been parsed, in bytes. */
const MEMBER_BYTES = 64;

/** The memory that the bodies of a process may take while their calls are in flight. */
export class BodyMemory {
  readonly #limit: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  /** `limit`: in bytes, for all callers; one caller gets at most half of it. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes taken by all bodies. */
  get taken(): number {
    return this.#taken;
  }

  /** Begins a body of a caller. It takes no room yet. */
  enter(caller: string): HeldBody {
    return new HeldBody((bytes, bytesOfBody) => this.#take(caller, bytes, bytesOfBody));
  }

  /** @throws GatewayError overloaded; payload_too_large for a body that would never fit */
  #take(caller: string, bytes: number, bytesOfBody: number): void {
    const share = this.#limit / 2;
    const own = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (bytes > 0) {
      if (bytesOfBody > share)
        throw new GatewayError("payload_too_large", "The body takes more memory than one caller may use.");
      if (own > share) throw overloaded("Too many large bodies of this caller are in flight.");
      if (this.#taken + bytes > this.#limit) throw overloaded("Too many large bodies are in flight.");
    }
    this.#taken += bytes;
    if (own === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, own);
  }
}

/** The room that one body takes, from its first byte until the answer is ready or, if streamed, sent. */
export class HeldBody {
  readonly #take: (bytes: number, bytesOfBody: number) => void;
  #bytes = 0;

  constructor(take: (bytes: number, bytesOfBody: number) => void) {
    this.#take = take;
  }

  /** Takes that many bytes more. @throws GatewayError overloaded, payload_too_large */
  grow(bytes: number): void {
    this.#take(bytes, this.#bytes + bytes);
    this.#bytes += bytes;
  }

  /** Takes room for the members of the body's value, besides its bytes. @throws as `grow` */
  growByMembers(members: number): void {
    this.grow(members * MEMBER_BYTES);
  }

  /**
   * Reads the body whole. A body whose length finds no room now is refused before its first byte; but room is taken
   * only as bytes come, since a caller who sends none could keep it from all others for minutes. @throws as `grow`
   */
  read(request: ApiRequest, limit: number): Promise<Buffer> {
    const length = declaredLength(request.headers);
    if (length <= limit) this.#findRoom(length);
    let before = 0;
    return request.readBody(limit, (size) => {
      this.grow(size - before);
      before = size;
    });
  }

  #findRoom(bytes: number): void {
    this.#take(bytes, this.#bytes + bytes);
    this.#take(-bytes, 0);
  }

  release(): void {
    this.#take(-this.#bytes, 0);
    this.#bytes = 0;
  }

  /** Frees the room at once for a whole answer. A streamed call keeps its body until the stream is over. */
  untilSent(reply: ApiReply): ApiReply {
    const { body } = reply;
    if (typeof body === "string" || Buffer.isBuffer(body)) {
      this.release();
      return reply;
    }
    return { ...reply, body: whenOver(body, () => this.release()) };
  }
}

/** The caller that a body counts for: a key, the subject of a token, or the master key. */
export function bodyOwner(token: VerifiedToken): string {
  switch (token.kind) {
    case "master-key":
      return token.kind;
    case "virtual-key":
      return `key ${token.key.id}`;
    case "jwt": {
      const { sub, client_id, azp } = token.claims;
      return `jwt ${token.issuer} ${String(sub ?? client_id ?? azp)}`;
    }
  }
}

/** Bytes of a body, as its headers say; infinite if they do not say it, and 0 without a body (RFC 9112 §6.3). */
export function declaredLength(headers: ApiRequest["headers"]): number {
  const length = headers["content-length"];
  if (typeof length === "string") return Number(length);
  return headers["transfer-encoding"] === undefined ? 0 : Infinity;
}

/** No generator, because one that is never begun does not run its `finally`. */
function whenOver(source: AsyncIterable<Uint8Array>, release: () => void): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      const released = (error: unknown): never => {
        release();
        throw error;
      };
      return {
        next: () =>
          iterator.next().then((result) => {
            if (result.done) release();
            return result;
          }, released),
        async return() {
          try {
            return (await iterator.return?.()) ?? { done: true, value: undefined };
          } finally {
            release();
          }
        },
      };
    },
  };
}

function overloaded(message: string): GatewayError {
  return new GatewayError("overloaded", `${message} Try again in a moment.`, { headers: { "retry-after": "1" } });
}
