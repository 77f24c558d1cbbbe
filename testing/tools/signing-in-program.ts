import type { OAuthClientProvider } from "@modelcontextprotocol/client";

/** What the library of the protocol needs of a program whose user signs in. */
export class SigningInProgram implements OAuthClientProvider {
  readonly clientMetadata;
  /** Where its user is to sign in; empty: nowhere yet. */
  page = "";
  kept: Record<string, unknown> = {};

  /**
   * `redirectUrl`: where it takes answers. `clientMetadataUrl`: where its document lies, by which it is known; absent:
   * it registers itself.
   */
  constructor(
    readonly redirectUrl: string,
    readonly clientMetadataUrl?: string,
  ) {
    this.clientMetadata = { client_name: "An app", redirect_uris: [redirectUrl] };
  }

  /** What its access token says; undefined: it has none. */
  get claims(): Record<string, unknown> | undefined {
    const { access_token: token } = (this.kept["tokens"] ?? {}) as { access_token?: string };
    if (token === undefined) return undefined;
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  }

  clientInformation = () => this.kept["client"] as never;
  saveClientInformation = (client: object): void => void (this.kept["client"] = client);
  tokens = () => this.kept["tokens"] as never;
  saveTokens = (tokens: object): void => void (this.kept["tokens"] = tokens);
  invalidateCredentials = (scope: string): void => {
    this.kept = scope === "all" ? {} : { ...this.kept, [scope]: undefined };
  };
  redirectToAuthorization = (url: URL): void => void (this.page = url.href);
  saveCodeVerifier = (verifier: string): void => void (this.kept["verifier"] = verifier);
  codeVerifier = () => String(this.kept["verifier"]);
  state = () => "of the program";
  discoveryState = () => this.kept["discovery"] as never;
  saveDiscoveryState = (found: object): void => void (this.kept["discovery"] = found);
}
