import { z } from "zod";
import { listOf } from "../bounded-lists";
import { Secret } from "../secret";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const dollars = z.number().finite().nonnegative();
const limit = z.number().int().positive();
const seconds = z.number().finite().positive().max(3600);

/** How the gateway proves itself to a server. The checks of the settings refuse those that are not served. */
const MCP_AUTH_TYPES = [
  "none",
  "api_key",
  "bearer_token",
  "basic",
  "authorization",
  "token",
  "oauth2",
  "oauth2_token_exchange",
  "signed_jwt",
  "aws_sigv4",
  "true_passthrough",
  "oauth_delegate",
] as const;
export type McpAuthType = (typeof MCP_AUTH_TYPES)[number];

/** What the tokens of `auth_type: oauth2` and `oauth2_token_exchange` are asked for with. */
const oauth = {
  oauth2_flow: z
    .enum(["client_credentials", "authorization_code"])
    .optional()
    .describe(
      "How the gateway gets a token for `auth_type: oauth2`: by `client_credentials`, also if unset, or by `authorization_code` for each user, who connects once in the console.",
    ),
  client_id: text
    .optional()
    .describe(
      "The gateway's client id at the authorization server. Unset, with `authorization_code`: the gateway registers itself (RFC 7591).",
    ),
  client_secret: secret.optional().describe("Its secret there, preferably as `os.environ/NAME`."),
  token_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The token endpoint of the authorization server."),
  authorization_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "The page of the authorization server where users sign in (`authorization_code`). Unset: the one in the server's own metadata.",
    ),
  upstream_resource: text
    .optional()
    .describe(
      "The resource for which users' tokens are requested (RFC 8707). `none` requests none, for authorization servers that refuse it. Unset: the one in the server's metadata, or its address.",
    ),
  token_validation: z
    .record(text, z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe(
      "Members, with their values, that an answer with a user's token must have, such as `team.id: T123`; a dot leads into an object. The gateway refuses any other answer.",
    ),
  token_exchange_endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The endpoint that exchanges callers' tokens for `auth_type: oauth2_token_exchange`."),
  token_exchange_profile: z
    .enum(["rfc8693", "entra_obo"])
    .default("rfc8693")
    .describe(
      "How callers' tokens are exchanged: by RFC 8693, or on behalf of users at Microsoft Entra ID (`entra_obo`).",
    ),
  scopes: listOf(text).default([]).describe("The scopes to request."),
  audience: text.optional().describe("The audience to request, if the authorization server needs one."),
} as const;

/** What `auth_type: aws_sigv4` signs with, and for what. */
const aws = {
  aws_region_name: text.optional().describe("The region that requests are signed for (`auth_type: aws_sigv4`)."),
  aws_service_name: text
    .default("bedrock-agentcore")
    .describe("The service that requests are signed for, as AWS calls it in signatures."),
  aws_access_key_id: secret
    .optional()
    .describe(
      "The key that signs. Unset: the gateway finds keys as AWS's own clients do, such as those of the machine.",
    ),
  aws_secret_access_key: secret.optional().describe("The secret of that key, preferably as `os.environ/NAME`."),
  aws_session_token: secret.optional().describe("The session token of a temporary key."),
  aws_role_name: text.optional().describe("The ARN of a role to assume before signing."),
  aws_session_name: text.optional().describe("The name of the session in that role."),
} as const;

/** What `transport: stdio` runs. */
const program = {
  command: text
    .optional()
    .describe(
      "The program to run (`transport: stdio`), only in the file and with `general_settings.mcp_stdio`. A name without a path is looked for in the `PATH` of `env`.",
    ),
  args: listOf(z.string()).default([]).describe("The arguments of the program. No shell reads them."),
  env: z
    .record(
      text,
      z.string().transform((value) => new Secret(value)),
    )
    .default({})
    .describe("The whole environment of the program, which does not see the gateway's own."),
} as const;

const toolCosts = z.strictObject({
  default_cost_per_query: dollars.optional().describe("Dollars for each call of a tool. Unset: calls are free."),
  tool_name_to_cost_per_query: z
    .record(text, dollars)
    .default({})
    .describe("Dollars for each call of a tool, by its own name, in place of the default."),
});

/** A tool server. Its name is its key in `mcp_servers`. */
export const mcpServerEntry = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The address of the server, such as `https://mcp.example.com/mcp`. Required, unless it is a program."),
  transport: z
    .enum(["http", "sse", "stdio"])
    .optional()
    .describe(
      "How the gateway reaches it: by `http`, which is the default, or by `stdio`, as a program that each gateway process runs. `sse` is not served.",
    ),
  ...program,
  alias: text.optional().describe("Another name of the server, in paths and in `x-mcp-servers`."),
  description: text.optional().describe("A description for administrators."),
  auth_type: z
    .enum(MCP_AUTH_TYPES)
    .default("none")
    .describe(
      "How the gateway authenticates: `api_key` (`x-api-key`), `bearer_token`, `basic` (`user:password`), `token`, `authorization`, whose value is the whole header, `oauth2`, by a token that it fetches, `oauth2_token_exchange`, by a token that it gets in exchange for the caller's, `signed_jwt`, by a token that it signs and that names the caller, or `aws_sigv4`, by an AWS signature. The caller's own token never goes up.",
    ),
  auth_value: secret.optional().describe("The secret of `auth_type`, preferably as `os.environ/NAME`."),
  ...oauth,
  ...aws,
  static_headers: z
    .record(text, secret)
    .default({})
    .describe("Headers that the gateway sends with every request to the server."),
  extra_headers: listOf(text)
    .default([])
    .describe(
      "Headers of callers that the gateway passes on. A caller may send one for this server alone, as `x-mcp-{alias}-{header}`.",
    ),
  access_groups: listOf(text)
    .default([])
    .describe("Groups to which the server belongs. Permissions and paths can name a group instead of servers."),
  allow_all_keys: z
    .boolean()
    .default(false)
    .describe("Opens the server to every key and token that may call tools at all."),
  allowed_tools: listOf(text).optional().describe("The tools that are served, by name or `*` pattern. Unset: all."),
  disallowed_tools: listOf(text).default([]).describe("Tools that are not served, by name or `*` pattern."),
  allowed_params: z
    .record(text, listOf(text))
    .default({})
    .describe("For each of these tools, the only arguments that callers may send. Other tools take any."),
  mcp_info: z
    .looseObject({
      mcp_server_cost_info: toolCosts.optional().describe("What calls of its tools cost. Unset: nothing."),
    })
    .optional()
    .describe("Facts about the server. Other keys are your own facts, which the gateway does not read."),
  on_tool_change: z
    .enum(["hold", "warn", "allow"])
    .default("hold")
    .describe(
      "What happens to a tool that is new or has changed. `hold`: it is neither listed nor called until an administrator approves it. `warn`: it is served, with a line in the log, unless it looks dangerous. `allow`: it is served.",
    ),
  mcp_rpm_limit: limit
    .optional()
    .describe("How many requests a minute each gateway process sends to the server. Unset: no limit."),
  max_parallel_requests: limit
    .optional()
    .describe("How many requests each gateway process sends to the server at the same time. Unset: no limit."),
  timeout: seconds.default(60).describe("Seconds of silence from the server after which a request fails."),
  tools_refresh_seconds: z
    .number()
    .finite()
    .nonnegative()
    .max(3600)
    .default(60)
    .describe(
      "Seconds for which the gateway answers with the server's last list of tools before it reads the list again. 0: it reads it each time.",
    ),
});
export type McpServerEntry = z.infer<typeof mcpServerEntry>;

/** The settings that say where the secrets of a server go. */
export const SECRET_DESTINATIONS = [
  "url",
  "token_url",
  "token_exchange_endpoint",
] as const satisfies readonly (keyof McpServerEntry)[];

/** A tool server with its name. */
export interface McpServer extends McpServerEntry {
  readonly name: string;
}

export const mcpServers = z
  .record(text, mcpServerEntry)
  .default({})
  .describe("The tool servers (MCP), by name. A name cannot contain a hyphen, because tools are called `server-tool`.");

export const mcpAliases = z
  .record(text, text)
  .default({})
  .describe(
    "Other names of tool servers, each with the name that it stands for. They work in paths and in `x-mcp-servers`.",
  );

/** Which tools somebody may use. What it leaves out, it says nothing about. */
export const objectPermission = z.strictObject({
  mcp_servers: listOf(text).optional().describe("The tool servers that may be used, by name."),
  mcp_access_groups: listOf(text)
    .optional()
    .describe("Groups whose tool servers may be used too (`access_groups` of a server)."),
  mcp_tool_permissions: z
    .record(text, listOf(text))
    .optional()
    .describe("For each of these servers, the only tools that may be used, by name or `*` pattern."),
  mcp_max_tier: z
    .enum(["read", "write"])
    .optional()
    .describe("`read` allows only tools whose server says that they change nothing (`readOnlyHint`)."),
});
export type ObjectPermission = z.infer<typeof objectPermission>;
