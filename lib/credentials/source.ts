/** A credential of a cloud, as it came. */
export interface FetchedCredential<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch; undefined: it has no end. */
  readonly endsAt: number | undefined;
}

/**
 * Where a credential comes from that has to be fetched: a role, an identity of the machine, a service account. A source
 * decides; it acts through ports only.
 */
export interface CredentialSource<Value> {
  /**
   * Equal for sources of one credential, and for those only: the kind of the source and all of its settings. `keyOf`
   * makes one that shows no secret.
   */
  readonly key: string;
  /** What messages call it, such as `the role arn:aws:iam::123456789012:role/models`. It shows no secret. */
  readonly label: string;
  /** @throws CredentialError, and whatever else fails on the way */
  fetch(ports: CredentialPorts, signal: AbortSignal): Promise<FetchedCredential<Value>>;
}

/** Why a credential cannot be fetched. The message fits behind "cannot be fetched: " and repeats no secret. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

export interface CredentialRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CredentialAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** What sources act through. */
export interface CredentialPorts {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A variable of the process without white space around it; undefined: unset or empty. */
  variable(name: string): string | undefined;
  /** `~/` leads to the home folder. @throws CredentialError that names the path */
  readFile(path: string): Promise<string>;
  /**
   * Asks an address that settings or files may name: through the gateway's proxies, and never a metadata service.
   * @throws CredentialError without an answer. An answer of any status is returned.
   */
  ask(request: CredentialRequest, signal: AbortSignal): Promise<CredentialAnswer>;
  /**
   * Asks what serves credentials to this machine, at an address that is fixed or that the process's environment names:
   * the metadata services of clouds and loopback, no other host, and never through a proxy.
   * @throws CredentialError without an answer, and for any other address
   */
  askMachine(request: CredentialRequest, signal: AbortSignal): Promise<CredentialAnswer>;
}
