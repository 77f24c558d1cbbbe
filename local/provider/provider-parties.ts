/** A person who can log in and use the password grant. */
export interface Account {
  readonly title: string;
  readonly username: string;
  readonly password: string;
  /** The `sub` of this person's tokens. */
  readonly subject: string;
  /** The gateway's scopes that this person may be granted. */
  readonly scopes: readonly string[];
  /** Further claims of this person's tokens. They override the provider's own, including `scope`. */
  readonly claims: Record<string, unknown>;
}

/**
 * A project: an application that gets its tokens with the client-credentials grant. Its id is the `client_id` claim.
 */
export interface Project {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Further claims of its tokens. They override the provider's own, including `scope`. */
  readonly claims: Record<string, unknown>;
}

export const ADMIN_SCOPE = "gateway_proxy_admin";

export const administrator: Account = {
  title: "Administrator",
  username: "admin",
  password: "admin",
  subject: "user-ada",
  scopes: [ADMIN_SCOPE],
  claims: {
    name: "Ada Admin",
    email: "ada@example.com",
    email_verified: true,
    preferred_username: "admin",
    groups: ["platform"],
    roles: ["gateway-admin"],
    realm_access: { roles: ["gateway-admin"] },
  },
};

export const ordinaryUser: Account = {
  title: "Ordinary user (no administrator)",
  username: "sam",
  password: "sam",
  subject: "user-sam",
  scopes: [],
  claims: {
    name: "Sam Staff",
    email: "sam@example.com",
    email_verified: true,
    preferred_username: "sam",
    groups: ["support"],
    roles: ["developer"],
    realm_access: { roles: ["developer"] },
  },
};

export const demoProject: Project = {
  clientId: "support-assistant",
  clientSecret: "support-assistant-secret",
  scopes: [],
  claims: {},
};
