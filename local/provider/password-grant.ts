import type Provider from "oidc-provider";
import type { ResourceServer } from "oidc-provider";

export interface PasswordGrant {
  /** The account with these credentials and the scopes that it may be granted. */
  authenticate(username: string, password: string): { accountId: string; scopes: readonly string[] } | undefined;
  readonly resource: string;
  readonly resourceServer: () => ResourceServer;
}

/** Adds the password grant of spec 5.2 to a provider. OAuth 2.1 and oidc-provider have dropped it. */
export function registerPasswordGrant(
  provider: Provider,
  errors: typeof import("oidc-provider").errors,
  { authenticate, resource, resourceServer }: PasswordGrant,
): void {
  provider.registerGrantType<{ username?: string; password?: string; scope?: string }>(
    "password",
    async (context) => {
      const { client, params } = context.oidc;
      const account = authenticate(params.username ?? "", params.password ?? "");
      if (!account) throw new errors.InvalidGrant("the user name or the password is wrong");
      const requested = (params.scope ?? "").split(" ").filter(Boolean);
      const scope = requested.filter((name) => account.scopes.includes(name)).join(" ");

      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      if (scope) grant.addResourceScope(resource, scope);
      const token = new provider.AccessToken({
        client,
        accountId: account.accountId,
        grantId: await grant.save(),
        gty: "password",
        expiresWithSession: false,
        scope: scope || undefined,
      });
      token.resourceServer = new provider.ResourceServer(resource, resourceServer());
      context.body = {
        access_token: await token.save(),
        expires_in: token.expiration,
        token_type: token.tokenType,
        scope: scope || undefined,
      };
    },
    ["username", "password", "scope"],
  );
}
