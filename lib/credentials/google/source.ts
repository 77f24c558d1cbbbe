import { keyOf } from "../key-of";
import { CredentialError, type CredentialPorts, type CredentialSource, type FetchedCredential } from "../source";
import { readDescription, type AuthorizedUser, type ExternalAccount, type GoogleDescription } from "./description";
import { signedAssertion } from "./assertion";
import { subjectToken } from "./subject-token";
import { readGranted, readImpersonated } from "./token-answer";

/** Google's models need no narrower one. */
const SCOPE = "https://www.googleapis.com/auth/cloud-platform";

/**
 * Google's access tokens: by `vertex_credentials`, a description as JSON or the path of a file with one; else by the
 * file that GOOGLE_APPLICATION_CREDENTIALS names; else of the machine's own service account
 * (cloud.google.com/docs/authentication/application-default-credentials).
 */
export function googleTokens(credentials: string | undefined): CredentialSource<string> {
  const isInline = credentials?.trimStart().startsWith("{") ?? false;
  return {
    key: keyOf("google", { credentials }),
    label: labelOf(credentials, isInline),
    async fetch(ports, signal) {
      const fetcher = new TokenFetcher(ports, signal);
      const path = isInline ? undefined : (credentials ?? ports.variable("GOOGLE_APPLICATION_CREDENTIALS"));
      if (isInline && credentials !== undefined)
        return fetcher.fetch(readDescription(credentials, "vertex_credentials"));
      if (path === undefined) return fetcher.ofMachine();
      return fetcher.fetch(readDescription(await ports.readFile(path), path));
    },
  };
}

function labelOf(credentials: string | undefined, isInline: boolean): string {
  if (credentials === undefined) return "Google's application default credentials";
  return isInline ? "vertex_credentials" : `Google's credentials in ${credentials}`;
}

class TokenFetcher {
  constructor(
    readonly ports: CredentialPorts,
    readonly signal: AbortSignal,
  ) {}

  async fetch(description: GoogleDescription): Promise<FetchedCredential<string>> {
    switch (description.type) {
      case "service_account": {
        const assertion = await signedAssertion(description, SCOPE, this.ports.now());
        return this.#post(description.token_uri, {
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion,
        });
      }
      case "authorized_user":
        return this.#refresh(description);
      case "external_account":
        return this.#exchange(description);
      case "impersonated_service_account": {
        const { value } = await this.fetch(description.source_credentials);
        return this.#impersonate(description.service_account_impersonation_url, value, description.delegates);
      }
    }
  }

  /** The token of the machine's service account (cloud.google.com/compute/docs/metadata). @throws CredentialError */
  async ofMachine(): Promise<FetchedCredential<string>> {
    const host = this.ports.variable("GCE_METADATA_HOST") ?? "metadata.google.internal";
    const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
    const answer = await this.ports.askMachine(
      { method: "GET", url: `${url}?scopes=${encodeURIComponent(SCOPE)}`, headers: { "metadata-flavor": "Google" } },
      this.signal,
    );
    // Whatever else answers at that name is not Google's.
    if (answer.headers["metadata-flavor"] !== "Google")
      throw new CredentialError(`${host} is not Google's metadata server`);
    return readGranted(answer, host, this.ports.now());
  }

  #refresh({ token_uri: url, client_id, client_secret, refresh_token }: AuthorizedUser) {
    return this.#post(url, { grant_type: "refresh_token", client_id, client_secret, refresh_token });
  }

  /** Another provider's token for one of Google's (RFC 8693), and that for one of a service account. */
  async #exchange(account: ExternalAccount): Promise<FetchedCredential<string>> {
    const exchanged = await this.#post(account.token_url, {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      audience: account.audience,
      scope: SCOPE,
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      subject_token: await subjectToken(account, this.ports, this.signal),
      subject_token_type: account.subject_token_type,
    });
    const { service_account_impersonation_url: url } = account;
    return url === undefined ? exchanged : this.#impersonate(url, exchanged.value, []);
  }

  async #impersonate(url: string, token: string, delegates: readonly string[]): Promise<FetchedCredential<string>> {
    const body = JSON.stringify({ scope: [SCOPE], lifetime: "3600s", ...(delegates.length > 0 && { delegates }) });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await this.ports.ask({ method: "POST", url, headers, body }, this.signal);
    return readImpersonated(answer, new URL(url).host);
  }

  async #post(url: string, fields: Readonly<Record<string, string>>): Promise<FetchedCredential<string>> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    const answer = await this.ports.ask({ method: "POST", url, headers, body }, this.signal);
    return readGranted(answer, new URL(url).host, this.ports.now());
  }
}
