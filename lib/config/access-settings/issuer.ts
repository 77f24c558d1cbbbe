import { z } from "zod";
import { listOf } from "../bounded-lists";
import { introspection } from "../opaque-token-settings";
import { toolSignIn } from "../mcp/tool-sign-in-settings";
import { setting, text } from "./setting";

const address = z.url({ protocol: /^https?$/ });

/** The place of a token's tenant in its issuer's address, as Microsoft Entra ID writes it. */
export const TENANT = "{tid}";

const OPTED_IN = {
  editor: {
    choices: [
      { value: undefined, label: "As for all issuers, if it is the only provider" },
      { value: true, label: "Yes" },
      { value: false, label: "No" },
    ],
  },
  unset: "as in `gateway_jwtauth` for the only provider, otherwise `false`.",
} as const;

/** The settings about an issuer itself, which only its entry has. The common settings have no value for them. */
export const ISSUER_SETTINGS = {
  issuer: setting(text, {
    group: "identity",
    editor: "text",
    text: "The exact `iss` of its tokens. `{tid}` stands for the tenant of Microsoft Entra ID.",
    more: "It must be the token's own `tid`, one of those that `required_claims.tid` lists.",
  }),
  id_prefix: setting(
    z.string().regex(/^[^\s\p{Cc}*]{1,64}$/u, "must be 1 to 64 characters without white space and without *"),
    {
      group: "identity",
      editor: "text",
      text: "Prefix for every id in its tokens, such as `partner:`, so that ids of two issuers cannot collide.",
      more: "It is put before the ids of users, teams, groups, organisations and end users.",
    },
  ),
  jwks_url: setting(address, {
    group: "keys",
    editor: "text",
    text: "Address of its key set or discovery document.",
    unset: "the discovery document of `issuer`.",
  }),
  // An empty list would refuse every token.
  audience: setting(z.union([text, listOf(text).min(1)]), {
    group: "audience",
    editor: "own",
    text: "One or several audiences that its tokens may have; `none`: the audience is not checked.",
    unset: "those of `JWT_AUDIENCE`.",
  }),
  accept_id_tokens: setting(z.boolean(), {
    group: "audience",
    editor: {
      choices: [
        { value: undefined, label: "No" },
        { value: true, label: "Yes" },
      ],
    },
    text: "Accepts ID tokens as well as access tokens, such as those of Google. Needs an audience.",
  }),
  allow_admin: setting(z.literal([true, false, "console"]), {
    group: "rights",
    editor: {
      choices: [
        { value: undefined, label: "Yes, if it is the only provider" },
        { value: true, label: "Yes" },
        { value: "console", label: "Only people who log in to the console" },
        { value: false, label: "No" },
      ],
    },
    text: "Whether its tokens may make administrators; `console`: only those of people who log in to the console.",
    unset: "`true` for the only provider, `console` for `OIDC_ISSUER`, otherwise `false`.",
  }),
  user_id_upsert: setting(z.boolean(), {
    ...OPTED_IN,
    group: "people",
    text: "Its tokens create users. With several providers, each must opt in.",
  }),
  team_id_upsert: setting(z.boolean(), {
    ...OPTED_IN,
    group: "people",
    text: "Its tokens create teams. With several providers, each must opt in.",
  }),
  introspection: setting(introspection, {
    group: "opaque",
    editor: "own",
    text: "Asks the issuer about opaque tokens by introspection (RFC 7662), with client credentials.",
  }),
  userinfo: setting(z.union([z.boolean(), address]), {
    group: "opaque",
    editor: "own",
    text: "Asks the issuer's userinfo endpoint for the claims of opaque tokens. Together with `introspection` it adds claims. On its own it validates the token, but not its audience.",
    more: "`true`: `userinfo_endpoint` of its discovery document, otherwise the address.",
  }),
  token_prefix: setting(text, {
    group: "opaque",
    editor: "text",
    text: "What the opaque tokens of this issuer begin with. Needed if several issuers take opaque tokens.",
    unset: "all opaque tokens are this issuer's.",
  }),
  mcp_oauth: setting(toolSignIn, {
    group: "tools",
    editor: "own",
    text: "Signs users in for applications that use tools, with a client of the gateway, where the provider registers no applications or refuses `resource`.",
    unset: "applications sign their users in at the provider itself.",
  }),
};
