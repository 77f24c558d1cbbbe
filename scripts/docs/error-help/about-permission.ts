import type { ErrorHelp } from "./help";

/** Codes for callers who are known and may not do this. */
export const ABOUT_PERMISSION = {
  key_blocked: {
    cause: "An administrator has blocked the key.",
    cure: "Ask who blocked it (*Audit* shows it), or have it unblocked.",
    who: ["administrator"],
    example: "The key ci is blocked.",
  },
  key_issuer_removed: {
    cause: "The key was made with a token of an identity provider that the settings no longer list.",
    cure: "Make a new key with a token of a provider that is accepted. `/key/list?issuer=` finds all such keys.",
    who: ["caller", "administrator"],
    example: 'The key ci was made by somebody of "https://old.example", whose tokens are no longer accepted.',
  },
  key_route_not_allowed: {
    cause: "The key's `allowed_routes` do not include the route.",
    cure: "Use another key, or have the route added to the key.",
    who: ["caller", "administrator"],
    example: 'The route "/embeddings" is not among the key\'s allowed_routes ("/chat/completions").',
  },
  key_model_not_allowed: {
    cause: "The key's `models` do not include the model.",
    cure: "Ask for a model that the key may call (`GET /v1/models`), or have the key's models extended: in the console: *Refusals*, the group, *What would change?*. By the API: read `models` with `GET /key/info`, and send the whole new list with `POST /key/update`.",
    who: ["caller", "administrator"],
    example: 'The model "gpt-4o" is not among the models of the key ("gpt-4o-mini").',
  },
  role_not_mapped: {
    cause: "The token has roles, but no role mapping names any of them.",
    cure: "Get one of the mapped roles from the identity provider, or have the role mapped in *Access*.",
    who: ["administrator"],
    example: 'None of the token\'s roles ("guest") is mapped to an internal role.',
  },
  role_required: {
    cause: "The gateway requires a role of every caller (`enforce_rbac`), but the token has none.",
    cure: "Get a role at the identity provider, or have the application's team named by a claim.",
    who: ["administrator"],
    example: "Only a team, a user or the proxy admin may call, and the token carries no role and names neither.",
  },
  route_not_allowed: {
    cause:
      "`admin_allowed_routes` or `team_allowed_routes` does not include the route, or the route is for administrators only.",
    cure: "Use the routes for models, or have the route allowed in *Access*.",
    who: ["administrator"],
    example: 'The route "/embeddings" is not among team_allowed_routes ("/chat/completions").',
  },
  role_route_not_allowed: {
    cause: "The role's `routes` do not include the route.",
    cure: "Have the route added to the role's mapping or to `role_permissions`.",
    who: ["administrator"],
    example: 'The route "/embeddings" is not among those of the role "reader" ("/chat/completions").',
  },
  role_model_not_allowed: {
    cause: "The role's `models` do not include the model.",
    cure: "Ask for another model, or have the model added to the role's mapping. `role_permissions` would open it to every role with the same internal role.",
    who: ["administrator"],
    example: 'The model "gpt-4o" is not among the models of the role "reader" ("gpt-4o-mini").',
  },
  scope_model_not_allowed: {
    cause: "No scope of the token lists the model in the scope mappings.",
    cure: "Request a token with a scope that covers the model; *Explain* names the smallest one.",
    who: ["caller", "administrator"],
    example: 'The model "gpt-4o" is not listed under any of the token\'s scopes ("models.small").',
  },
  email_domain_not_allowed: {
    cause:
      "The user's e-mail address is not in `user_allowed_email_domain`, is missing, or is not verified where that is required.",
    cure: "Log in with the company's address, or have it verified at the provider.",
    who: ["caller", "administrator"],
    example: 'The e-mail "ann@elsewhere.example" is not in the allowed domain.',
  },
  organization_not_found: {
    cause: "The token names an organisation that does not exist here.",
    cure: "Have the organisation created with that id, or correct the claim.",
    who: ["administrator"],
    example: 'The organisation "acme" does not exist.',
  },
  organization_required: {
    cause: "The token names several organisations and the request chooses none.",
    cure: "Send `x-gateway-organization-id`.",
    who: ["caller"],
    example: "The token names 2 organisations. Choose one with x-gateway-organization-id.",
  },
  organization_not_in_token: {
    cause: "`x-gateway-organization-id` names an organisation that is not the caller's.",
    cure: "Send one that the token names, or leave the header out.",
    who: ["caller"],
    example: 'The organisation "acme", asked for in x-gateway-organization-id, is not one of the caller\'s.',
  },
  organization_blocked: {
    cause: "An administrator has blocked the organisation.",
    cure: "Have it unblocked in *Organisations*.",
    who: ["administrator"],
    example: 'The organisation "acme" is blocked.',
  },
  organization_model_not_allowed: {
    cause: "The organisation's `models` do not include the model.",
    cure: "Ask for another model, or have the organisation's models extended.",
    who: ["administrator"],
    example: 'The model "gpt-4o" is not among the models of the organisation "acme" ("gpt-4o-mini").',
  },
  team_not_found: {
    cause: "The token or key names a team that does not exist here.",
    cure: "Have the team created with exactly that id, or set `team_id_upsert` so that teams are created with their first call.",
    who: ["administrator"],
    example: 'The team "fraud" does not exist.',
  },
  team_required: {
    cause: "The settings or the role require a team, but the token names none.",
    cure: "Check that the token carries the claim of `team_id_jwt_field`; *Explain* shows the claims that it read.",
    who: ["administrator"],
    example: 'The token carries no team id in "client_id".',
  },
  team_blocked: {
    cause: "An administrator has blocked the team. Calls in flight were ended.",
    cure: "Ask an administrator (*Audit* shows who blocked it and when), or have it unblocked in *Teams*.",
    who: ["administrator"],
    example: 'The team "fraud" is blocked.',
  },
  team_model_not_allowed: {
    cause: "The team's `models` do not include the model.",
    cure: "Ask for one of the models of `GET /v1/models`, or have the model added to the team: in the console: *Refusals*, the group, *What would change?*. By the API: read `models` with `GET /team/info`, and send the whole new list with `POST /team/update`. If the caller is in several teams, none of them may use the model; `x-gateway-team-id` chooses one.",
    who: ["administrator"],
    example: 'The model "gpt-4o" is not among the models of the team "fraud" ("gpt-4o-mini").',
  },
  team_not_in_token: {
    cause: "`x-gateway-team-id` names a team that is not the caller's, or that does not exist.",
    cure: "Send one of the caller's teams, or leave the header out.",
    who: ["caller"],
    example: 'The team "fraud", asked for in x-gateway-team-id, is not one of the caller\'s.',
  },
  too_many_teams: {
    cause: "The token names more groups, or the user is in more teams, than are looked up for one call (1,000).",
    cure: "Let the provider send fewer groups, or choose a team with `x-gateway-team-id`.",
    who: ["administrator", "caller"],
    example: "The user is in 1200 teams, and at most 1000 are looked up. Choose one with x-gateway-team-id.",
  },
  group_overage: {
    cause: "The user is in too many groups, so the identity provider has left them out of the token.",
    cure: "Let the provider write only the groups assigned to the application, or set `group_overage: graph` ([Microsoft Entra ID](../providers/entra.md)).",
    who: ["administrator"],
    example:
      'The token leaves out "groups", because the caller is in too many groups. So it does not say which teams the caller is in. Let the provider write only the groups assigned to the application, or set group_overage: graph.',
  },
  user_not_found: {
    cause: "The token or key names a user who does not exist here.",
    cure: "Have the user created, or set `user_id_upsert` so that users are created with their first call.",
    who: ["administrator"],
    example: 'The user "ann" does not exist.',
  },
  user_required: {
    cause: "The role makes the caller a user, but the token names none.",
    cure: "Check the claim of `user_id_jwt_field`; application tokens often have no user.",
    who: ["administrator"],
    example: "The role makes the caller a user, but the token carries no user id.",
  },
  user_blocked: {
    cause: "An administrator or the directory has blocked the user.",
    cure: "Have the user unblocked in *Users*.",
    who: ["administrator"],
    example: 'The user "ann" is blocked.',
  },
  user_model_not_allowed: {
    cause: "The user's `models` do not include the model.",
    cure: "Ask for another model, or have the user's models extended: in the console: *Refusals*, the group, *What would change?*. By the API: read `models` with `GET /user/info`, and send the whole new list with `POST /user/update`.",
    who: ["administrator"],
    example: 'The model "gpt-4o" is not among the models of the user "ann" ("gpt-4o-mini").',
  },
  mcp_server_not_allowed: {
    cause:
      "Nothing opens the [tool server](../explain/glossary.md#tool-server) to the caller, or one of the lists that must allow it does not name it.",
    cure: "Name the server in the `object_permission` of the key or team, or in `mcp_tools` of a role or scope. A server that does not exist is refused with the same message.",
    who: ["administrator"],
    example: 'Nothing opens the server "github" to the caller.',
  },
  tool_not_allowed: {
    cause: "The caller may use the server, but not this tool: its name is not allowed, or it may change something.",
    cure: "Add the tool to `mcp_tool_permissions`, or raise `mcp_max_tier`. A tool that the server's own settings close stays closed.",
    who: ["administrator"],
    example: 'The tool "create_issue" of the server "github" is not among those of the team "search".',
  },
  tool_held: {
    cause: "The definition of the tool is new, has changed or looks dangerous, and nobody has approved it.",
    cure: "Look at the change in `GET /v1/mcp/server/tools`, and approve it by `POST /v1/mcp/server/tools/approve`.",
    who: ["administrator"],
    example: 'The tool "create_issue" of the server "github" waits for an administrator. The tool is new.',
  },
  connection_required: {
    cause:
      "The gateway calls this server in the name of each user, but the user is not connected to it, or is no longer connected.",
    cure: "Open the page that the message names, *My connections* in the console, and connect there.",
    who: ["caller"],
    example: 'You are not connected to "tickets".',
  },
  tool_param_not_allowed: {
    cause: "The server's `allowed_params` leave out an argument of the call.",
    cure: "Call the tool without the argument, or have it added to `allowed_params`.",
    who: ["caller", "administrator"],
    example: 'The argument "force" of "delete" is not one that callers of "files" may send.',
  },
  hosted_tool_not_allowed: {
    cause:
      "The model call brings a tool that runs elsewhere, but the `hosted_tools` of the key, the role or the team do not include it.",
    cure: "Send the call without the tool, or have its type or address added to the `hosted_tools` of the key, role or team that the message names.",
    who: ["caller", "administrator"],
    example: 'The hosted tool "web_search" is not among hosted_tools of the team "search" (none).',
  },
  content_right_required: {
    cause:
      "The caller may see the call, but lacks the right to read its [prompt and answer](../guides/content.md), which no other role includes.",
    cure: "Have the scope `content_viewer_jwt_scope` or the role `content_viewer_jwt_role` granted at the identity provider. The master key and virtual keys cannot have it.",
    who: ["caller", "administrator"],
    example: "Your credentials do not include the right to read prompts and answers, which no other role includes.",
  },
  end_user_not_allowed: {
    cause: "The end user named by the request belongs to another issuer, by its `id_prefix`.",
    cure: "Name one of the caller's own end users.",
    who: ["caller"],
    example: 'The end user "partner:bob" belongs to another issuer, by its id_prefix.',
  },
  end_user_blocked: {
    cause: "An administrator has blocked the end user for whom the application calls.",
    cure: "Have the end user unblocked in *End users*.",
    who: ["administrator"],
    example: 'The end user "bob" is blocked.',
  },
  not_granted: {
    cause:
      "The credentials are valid, but entitle the caller to nothing: they name no team, no user and no role that may call.",
    cure: "Have a claim name one of these ([Claims](claims.md)). *Explain* shows the nearest rule that would have let the call pass.",
    who: ["administrator"],
    example: "Nothing in the token entitles the caller: it names no team, no user and no role that may call.",
  },
  cross_site_request: {
    cause: "A console session tried to write from a page that is not the console.",
    cure: "Use the console, or call the API with a token or key.",
    who: ["caller"],
    example: "A console session may only write with the header x-gateway-console.",
  },
  model_unpriced: {
    cause: "The model has no price, and `unpriced: refuse` is set for it or for all models.",
    cure: "Have a price set in *Prices*, or `unpriced` changed.",
    who: ["administrator"],
    example: 'The model "in-house" has no price.',
  },
} as const satisfies Readonly<Record<string, ErrorHelp>>;
