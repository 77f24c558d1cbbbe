import { isPromise, type MaybePromise } from "@/lib/async/maybe-promise";
import type { CredentialKeeper } from "./keeper";
import type { CredentialSource } from "./source";

/** A request as it goes out, but for what proves who sends it. */
export interface UnsignedRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly origin: string;
  /** With the query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: none, or a stream, which cannot be signed. */
  readonly body: Buffer | undefined;
}

/** The headers that prove who sends a request, by their names in lower case. `now`: milliseconds since the epoch. */
export type Sign = (request: UnsignedRequest, now: number) => Readonly<Record<string, string>>;

/** A credential as it is used once. */
export interface HeldCredential {
  readonly sign: Sign;
  /** Another one, once its upstream says that this one has ended; undefined: none. @throws CredentialFailure */
  renewed(): MaybePromise<HeldCredential | undefined>;
}

/** What the calls of a deployment prove themselves with, where that is more than a key. */
export interface DeploymentCredential {
  /** Of its source. */
  readonly key: string;
  readonly label: string;
  /** `pauseMs`: how long a first failed fetch rests. @throws CredentialFailure */
  current(keeper: CredentialKeeper, pauseMs: number): MaybePromise<HeldCredential>;
  /** Whether a refusal says that the credential has ended. `body`: of at most a few kilobytes. */
  hasEnded(status: number, headers: Readonly<Record<string, unknown>>, body: Buffer): boolean;
}

/** A credential of a source, and how its value signs. */
export function deploymentCredential<Value>(
  source: CredentialSource<Value>,
  sign: (value: Value, request: UnsignedRequest, now: number) => Readonly<Record<string, string>>,
  hasEnded: DeploymentCredential["hasEnded"],
): DeploymentCredential {
  const held = (value: Value, keeper: CredentialKeeper): HeldCredential => ({
    sign: (request, now) => sign(value, request, now),
    renewed() {
      const next = keeper.renewed(source, value);
      const hold = (other: Value | undefined) => (other === undefined ? undefined : held(other, keeper));
      return isPromise(next) ? next.then(hold) : hold(next);
    },
  });
  return {
    key: source.key,
    label: source.label,
    hasEnded,
    current(keeper, pauseMs) {
      const value = keeper.current(source, pauseMs);
      return isPromise(value) ? value.then((one) => held(one, keeper)) : held(value, keeper);
    },
  };
}

/** A credential that is a token for `Authorization: Bearer`. An answer of 401 says that it has ended. */
export function bearerCredential(source: CredentialSource<string>): DeploymentCredential {
  return deploymentCredential(
    source,
    (token) => ({ authorization: `Bearer ${token}` }),
    (status) => status === 401,
  );
}
