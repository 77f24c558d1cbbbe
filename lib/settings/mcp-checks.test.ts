import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { parseConfig } from "./parse";

const parsed = (...lines: string[]) =>
  parseConfig(lines.join("\n"), "c.yaml", {
    environment: readEnvironment({ PLANTED: "planted-token-9" }),
    isKnownProvider: () => true,
  });
const findings = (...servers: string[]): string[] =>
  parsed("mcp_servers:", ...servers.map((server) => `  ${server}`)).findings.map(formatFinding);

test("a server has defaults, and its secrets are never shown", () => {
  const { file, findings: found } = parsed(
    "mcp_servers:",
    "  github: {url: 'https://mcp.example/mcp', transport: http, auth_type: bearer_token, auth_value: os.environ/PLANTED}",
    "mcp_aliases: {gh: github}",
  );
  expect(found).toEqual([]);
  expect(file?.mcp_servers["github"]).toMatchObject({ timeout: 60, tools_refresh_seconds: 60, allow_all_keys: false });
  expect(JSON.stringify(file)).not.toContain("planted-token-9");
});

const OK = "url: 'https://a.example/mcp', transport: http";
const USERS = `${OK}, auth_type: oauth2, oauth2_flow: authorization_code`;

test.each<[name: string, servers: string[], found: string[]]>([
  [
    "no transport",
    ["a: {url: 'https://a.example/mcp'}"],
    ["C262 mcp_servers.a: does not say its transport, so it is http; LiteLLM would take sse"],
  ],
  ["no address", ["a: {transport: http}"], ["C013 mcp_servers.a.url: url is missing"]],
  [
    "a program",
    ["a: {transport: stdio, command: /bin/a}"],
    ["C263 mcp_servers.a.transport: starts a program, which this gateway may not"],
  ],
  [
    "a command of a server elsewhere",
    [`a: {${OK}, command: /bin/a}`],
    ["C264 mcp_servers.a.command: is never run, because transport is not stdio"],
  ],
  [
    "the old transport",
    ["a: {url: 'https://a.example', transport: sse}"],
    ["C263 mcp_servers.a.transport: is the protocol's old transport, which is not served"],
  ],
  [
    "a hyphen",
    [`git-hub: {${OK}}`],
    ['C260 mcp_servers.git-hub: "git-hub" has a hyphen, which separates a server from its tool in `server-tool`'],
  ],
  ["a name of a path", [`console: {${OK}}`], ['C260 mcp_servers.console: "console" stands in a path of the gateway']],
  [
    "an alias that is a server",
    [`a: {${OK}, alias: b}`, `b: {${OK}}`],
    ['C260 mcp_servers.a.alias: "b" is the name of another server'],
  ],
  [
    "a group that is a server",
    [`a: {${OK}, access_groups: [a]}`],
    ['C260 mcp_servers.a.access_groups.0: "a" is the name of a server, so it cannot be a group'],
  ],
  [
    "cloud metadata",
    ["a: {url: 'http://169.254.169.254/mcp', transport: http}"],
    ["C038 mcp_servers.a.url: is a link-local address or serves cloud metadata, which no provider does"],
  ],
  [
    "a password in the address",
    ["a: {url: 'https://u:p@a.example/mcp', transport: http}"],
    ["C096 mcp_servers.a.url: has a user name or a password in the address, where it is shown and never sent"],
  ],
  [
    "the caller's token",
    [`a: {${OK}, auth_type: true_passthrough}`],
    ["C263 mcp_servers.a.auth_type: would send the caller's token on, which the protocol forbids"],
  ],
  ["the gateway's own token", [`a: {${OK}, auth_type: signed_jwt}`], []],
  [
    "a secret beside the gateway's own token",
    [`a: {${OK}, auth_type: signed_jwt, auth_value: x}`],
    ["C264 mcp_servers.a.auth_value: is never sent, because auth_type is signed_jwt"],
  ],
  [
    "half a key of AWS, for no region",
    [`a: {${OK}, auth_type: aws_sigv4, aws_access_key_id: AKIA}`],
    [
      "C264 mcp_servers.a.auth_type: needs aws_region_name for aws_sigv4",
      "C264 mcp_servers.a.auth_type: needs aws_secret_access_key for aws_sigv4",
    ],
  ],
  [
    "a region that nothing uses",
    [`a: {${OK}, aws_region_name: eu-west-1}`],
    ["C264 mcp_servers.a.aws_region_name: is never used, because auth_type is none"],
  ],
  [
    "a client without its secret and its address",
    [`a: {${OK}, auth_type: oauth2, client_id: gateway}`],
    [
      "C264 mcp_servers.a.auth_type: needs client_secret for oauth2",
      "C264 mcp_servers.a.auth_type: needs token_url for oauth2",
    ],
  ],
  [
    "a client's secret over plain http",
    [`a: {${OK}, auth_type: oauth2, client_id: g, client_secret: s, token_url: 'http://id.example/token'}`],
    ["C039 mcp_servers.a.token_url: sends keys or tokens over plain http to a host that is not local"],
  ],
  [
    "a client that nothing uses",
    [`a: {${OK}, client_id: gateway}`],
    ["C264 mcp_servers.a.client_id: is never used, because auth_type is none"],
  ],
  [
    "an exchange without its address",
    [`a: {${OK}, auth_type: oauth2_token_exchange, client_id: g, client_secret: s, token_url: 'https://id.example/t'}`],
    [
      "C264 mcp_servers.a.auth_type: needs token_exchange_endpoint for oauth2_token_exchange",
      "C264 mcp_servers.a.token_url: is never used, because auth_type is oauth2_token_exchange",
    ],
  ],
  [
    "an exchange over plain http",
    [
      `a: {${OK}, auth_type: oauth2_token_exchange, client_id: g, client_secret: s, token_exchange_endpoint: 'http://id.example/t'}`,
    ],
    ["C039 mcp_servers.a.token_exchange_endpoint: sends keys or tokens over plain http to a host that is not local"],
  ],
  ["users who connect, by what the server itself says", [`a: {${USERS}}`], []],
  ["users who connect by a client that is registered already", [`a: {${USERS}, client_id: gateway}`], []],
  [
    "users who connect by a client and its addresses",
    [
      `a: {${USERS}, client_id: g, client_secret: s, token_url: 'https://id.example/t', authorization_url: 'https://id.example/a'}`,
    ],
    [],
  ],
  [
    "a secret that would go where the server says",
    [`a: {${USERS}, client_secret: s}`],
    [
      "C264 mcp_servers.a.auth_type: needs client_id for authorization_code",
      "C264 mcp_servers.a.auth_type: needs token_url for authorization_code",
    ],
  ],
  [
    "a page where users sign in for another client",
    [`a: {${USERS}, authorization_url: 'https://id.example/a'}`],
    [
      "C264 mcp_servers.a.auth_type: needs token_url for authorization_code",
      "C264 mcp_servers.a.auth_type: needs client_id for authorization_code",
    ],
  ],
  [
    "a page where users sign in over plain http",
    [`a: {${USERS}, client_id: g, token_url: 'https://id.example/t', authorization_url: 'http://id.example/a'}`],
    ["C039 mcp_servers.a.authorization_url: sends keys or tokens over plain http to a host that is not local"],
  ],
  [
    "what only users' tokens are checked by",
    [
      `a: {${OK}, auth_type: oauth2, client_id: g, client_secret: s, token_url: 'https://id.example/t', upstream_resource: none, token_validation: {a: b}}`,
    ],
    ["upstream_resource", "token_validation"].map(
      (name) => `C264 mcp_servers.a.${name}: is never used, because oauth2_flow is client_credentials`,
    ),
  ],
  ["no secret", [`a: {${OK}, auth_type: api_key}`], ["C264 mcp_servers.a.auth_type: has no secret"]],
  [
    "a secret that is never sent",
    [`a: {${OK}, auth_value: x}`],
    ["C264 mcp_servers.a.auth_value: is never sent, because auth_type is none"],
  ],
  [
    "a caller's credential",
    [`a: {${OK}, extra_headers: [x-tenant, Authorization]}`],
    ["C263 mcp_servers.a.extra_headers.1: is not a header of callers that may be passed on"],
  ],
  [
    "a header of the protocol",
    [`a: {${OK}, static_headers: {mcp-method: x}}`],
    ["C263 mcp_servers.a.static_headers.mcp-method: is not a header that may be set"],
  ],
])("%s", (_, servers, found) => {
  expect(told(findings(...servers), found)).toEqual(found);
});

/** Findings without their places, as far as the expected ones go. */
function told(findings: readonly string[], expected: readonly string[]): string[] {
  const said = findings.map((line) => line.replace(/^c\.yaml:\d+:\d+: (?:error|warning) /, ""));
  return said.map((line, at) => line.slice(0, expected[at]?.length ?? 0));
}

test("an alias names a server that there is", () => {
  const { findings: found } = parsed("mcp_servers:", `  a: {${OK}}`, "mcp_aliases: {x: a, y: b, a: a}");
  expect(found.map(({ number, path }) => `${number} ${path}`)).toEqual(["C261 mcp_aliases.y", "C260 mcp_aliases.a"]);
});

test.each<[name: string, program: string, found: string[]]>([
  ["what it needs", "command: /bin/a, args: [-v], env: {TOKEN: t}", []],
  ["no command", "args: [-v]", ["C013 mcp_servers.a.command: command is missing"]],
  [
    "what programs have no use for",
    "command: /bin/a, url: 'https://a.example/mcp', auth_type: bearer_token, auth_value: x, extra_headers: [x-a]",
    ["url", "auth_type", "extra_headers"].map(
      (name) => `C264 mcp_servers.a.${name}: is never used, because a program is given what it needs by args and env`,
    ),
  ],
])("a program that the gateway may start: %s", (_, program, found) => {
  const lines = ["general_settings: {mcp_stdio: true}", "mcp_servers:", `  a: {transport: stdio, ${program}}`];
  expect(told(parsed(...lines).findings.map(formatFinding), found)).toEqual(found);
});
