import { keyOf } from "../key-of";
import { CredentialError, type CredentialAnswer, type CredentialPorts, type CredentialSource } from "../source";

/** Who asks for tokens of Entra ID, and for what. Undefined: as the process's environment says. */
export interface EntraIdentity {
  readonly tenantId: string | undefined;
  readonly clientId: string | undefined;
  /** Undefined: a federated token, or the identity of the machine. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  readonly authorityHost: string | undefined;
}

/** Where Azure's public cloud issues tokens. */
const PUBLIC_AUTHORITY = "https://login.microsoftonline.com";
const ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token */
const MACHINE = "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01";

/**
 * Tokens of Entra ID, as Azure's own clients get them: by a client's secret
 * (learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow), else by the token that
 * `AZURE_FEDERATED_TOKEN_FILE` names, else by the managed identity of the app or of the machine.
 */
export function entraTokens(identity: EntraIdentity): CredentialSource<string> {
  const { tenantId, clientId, clientSecret, scope, authorityHost } = identity;
  return {
    key: keyOf("entra", { tenantId, clientId, clientSecret, scope, authorityHost }),
    label: labelOf(identity),
    async fetch(ports, signal) {
      if (clientSecret !== undefined) return byClient(identity, { client_secret: clientSecret }, ports, signal);
      const file = ports.variable("AZURE_FEDERATED_TOKEN_FILE");
      if (file === undefined) return byManagedIdentity(identity, ports, signal);
      const assertion = (await ports.readFile(file)).trim();
      const proof = { client_assertion_type: ASSERTION, client_assertion: assertion };
      return byClient(identity, proof, ports, signal);
    },
  };
}

function labelOf({ clientId, clientSecret }: EntraIdentity): string {
  if (clientSecret !== undefined) return `the token of the application ${clientId ?? "of AZURE_CLIENT_ID"}`;
  return clientId === undefined ? "the token of Azure's identity of this machine" : `the token of Azure's ${clientId}`;
}

type Fetched = Awaited<ReturnType<CredentialSource<string>["fetch"]>>;

async function byClient(
  { tenantId, clientId, scope, authorityHost }: EntraIdentity,
  proof: Readonly<Record<string, string>>,
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const tenant = tenantId ?? ports.variable("AZURE_TENANT_ID");
  const client = clientId ?? ports.variable("AZURE_CLIENT_ID");
  if (tenant === undefined) throw new CredentialError("neither tenant_id nor AZURE_TENANT_ID is set");
  if (client === undefined) throw new CredentialError("neither client_id nor AZURE_CLIENT_ID is set");
  const authority = authorityOf(authorityHost ?? ports.variable("AZURE_AUTHORITY_HOST") ?? PUBLIC_AUTHORITY);
  const answer = await ports.ask(
    {
      method: "POST",
      url: `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "client_credentials", client_id: client, scope, ...proof }).toString(),
    },
    signal,
  );
  return tokenOf(answer, ports.now());
}

/** @throws CredentialError for an address that would show the secret to whoever is on the way */
function authorityOf(address: string): string {
  if (!isSafeAuthority(address)) throw new CredentialError("the authority host must be an https address");
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, "");
}

/** Whether tokens may be asked for at an address: over https, or on this machine. */
export function isSafeAuthority(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** Whether a host is this machine. `hostname`: as `URL` has it. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

async function byManagedIdentity(
  { clientId, scope }: EntraIdentity,
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const query = new URLSearchParams({
    resource: scope.replace(/\/\.default$/, ""),
    ...(clientId !== undefined && { client_id: clientId }),
  }).toString();
  // learn.microsoft.com/azure/app-service/overview-managed-identity, REST endpoint reference
  const endpoint = ports.variable("IDENTITY_ENDPOINT");
  const proof = ports.variable("IDENTITY_HEADER");
  const answer =
    endpoint !== undefined && proof !== undefined
      ? await ports.askMachine(
          {
            method: "GET",
            url: `${endpoint}?api-version=2019-08-01&${query}`,
            headers: { "x-identity-header": proof },
          },
          signal,
        )
      : await ports.askMachine({ method: "GET", url: `${MACHINE}&${query}`, headers: { metadata: "true" } }, signal);
  return tokenOf(answer, ports.now());
}

/** Reads an answer with a token. @throws CredentialError that says why there is none, and repeats no secret */
function tokenOf({ status, text }: CredentialAnswer, now: number): Fetched {
  const answer = objectOf(text);
  const { access_token: token, expires_in: seconds, expires_on: at } = answer;
  if (status !== 200) throw new CredentialError(`it is refused (${[status, ...reasonsOf(answer)].join(", ")})`);
  if (typeof token !== "string" || token === "") throw new CredentialError("the answer has no access_token");
  const lifetime = Number(seconds);
  const end = Number(at) * 1000;
  const endsAt = Number.isFinite(lifetime) ? now + lifetime * 1000 : Number.isFinite(end) ? end : undefined;
  return { value: token, endsAt };
}

/** Entra's word for what is wrong, and its number: the rest of its sentence may quote what was sent. */
function reasonsOf({ error, error_description: said }: Readonly<Record<string, unknown>>): string[] {
  const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? [error] : [];
  const number = typeof said === "string" ? /^AADSTS\d{1,9}/.exec(said)?.[0] : undefined;
  return number === undefined ? code : [...code, number];
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
