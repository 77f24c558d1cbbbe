import type { McpAuthType, McpServer, McpServerEntry } from "@/lib/config/mcp/mcp-schema";
import { quote, type Fault, type Path } from "@/lib/config/finding";
import type { ConfigFile } from "@/lib/config/schema";
import { nameFault } from "@/lib/mcp/tool-names";
import { addressFaults, clientFaults } from "./tool-servers/client-checks";

/** Servers by their names, and the other names of servers. */
export type NamedServers = Pick<ConfigFile, "mcp_servers" | "mcp_aliases">;

/** Every fault of the tool servers that the schema cannot express. */
export function mcpFaults({
  mcp_servers: servers,
  mcp_aliases: aliases,
  general_settings: general,
}: NamedServers & Pick<ConfigFile, "general_settings">): Fault[] {
  const programs = general?.mcp_stdio === true ? undefined : SWITCHED_OFF;
  const names = new Set(Object.keys(servers));
  return [
    ...Object.entries(servers).flatMap(([name, entry]) => [
      ...nameFaults(name, ["mcp_servers", name], "key"),
      ...serverFaults(entry, ["mcp_servers", name], programs),
    ]),
    ...Object.entries(aliases).flatMap(([alias, name]) => [
      ...nameFaults(alias, ["mcp_aliases", alias], "key"),
      ...(names.has(name) ? [] : [unknownServer(name, ["mcp_aliases", alias])]),
    ]),
    ...repeatedNames({ mcp_servers: servers, mcp_aliases: aliases }),
  ];
}

/**
 * The faults that a server would bring to those that are there. A path that is not below `mcp_servers` and its name is
 * that of something whose name the server takes.
 */
export function addedServerFaults({ name, ...entry }: McpServer, others: NamedServers): Fault[] {
  const before = new Set(repeatedNames(others).map((fault) => JSON.stringify(fault)));
  const after = repeatedNames({ ...others, mcp_servers: { ...others.mcp_servers, [name]: entry } });
  const isTaken = Object.hasOwn(others.mcp_servers, name);
  return [
    ...nameFaults(name, ["mcp_servers", name], "key"),
    ...(isTaken ? [nameOfAnother(name, ["mcp_servers", name], "key")] : []),
    ...serverFaults(entry, ["mcp_servers", name], ONLY_IN_FILE),
    ...after.filter((fault) => !before.has(JSON.stringify(fault))),
  ];
}

/** Why a server may not be a program, and what to do about it. */
type NoPrograms = readonly [message: string, fix: string];

const SWITCHED_OFF: NoPrograms = [
  "starts a program, which this gateway may not",
  "set general_settings.mcp_stdio: true, or run the server on its own, and name its url",
];
const ONLY_IN_FILE: NoPrograms = [
  "starts a program, which only a server of the configuration file can",
  "run the server on its own, and name its url",
];

/** The faults of one server. `noPrograms`: why it may not be a program. */
function serverFaults(entry: McpServerEntry, path: Path, noPrograms: NoPrograms | undefined): Fault[] {
  return [
    ...(entry.transport === "stdio" ? programFaults(entry, path, noPrograms) : transportFaults(entry, path)),
    ...addressFaults(entry, [...path, "url"]),
    ...(entry.alias === undefined ? [] : nameFaults(entry.alias, [...path, "alias"], "value")),
    ...credentialFaults(entry, path),
    ...clientFaults(entry, path),
    ...awsFaults(entry, path),
    ...headerFaults(entry, path),
  ];
}

function nameFaults(name: string, path: Path, at: Fault["at"]): Fault[] {
  const fault = nameFault(name);
  return fault === undefined
    ? []
    : [{ number: "C260", path, at, message: `${quote(name)} ${fault}`, fix: "give it another name" }];
}

function nameOfAnother(name: string, path: Path, at: Fault["at"]): Fault {
  const message = `${quote(name)} is the name of another server`;
  return { number: "C260", path, at, message, fix: "give it another name" };
}

function unknownServer(name: string, path: Path): Fault {
  const message = `${quote(name)} is not a server of mcp_servers`;
  return { number: "C261", path, at: "value", message, fix: "name one of them, or remove the alias" };
}

/** A name, an alias and a group of servers stand for one thing each: paths do not say which kind they mean. */
function repeatedNames({ mcp_servers: servers, mcp_aliases: aliases }: NamedServers): Fault[] {
  const taken = new Set(Object.keys(servers));
  const given: (readonly [name: string, path: Path, at: Fault["at"]])[] = [
    ...Object.entries(servers).flatMap(([name, { alias }]) =>
      alias === undefined || alias === name ? [] : [[alias, ["mcp_servers", name, "alias"], "value"] as const],
    ),
    ...Object.keys(aliases).map((alias) => [alias, ["mcp_aliases", alias], "key"] as const),
  ];
  const faults: Fault[] = [];
  for (const [name, path, at] of given) {
    if (taken.has(name)) faults.push(nameOfAnother(name, path, at));
    taken.add(name);
  }
  const groups = Object.entries(servers).flatMap(([name, { access_groups: all }]) =>
    all.map((group, index) => [group, ["mcp_servers", name, "access_groups", index]] as const),
  );
  for (const [group, path] of groups)
    if (taken.has(group))
      faults.push({
        number: "C260",
        path,
        at: "value",
        message: `${quote(group)} is the name of a server, so it cannot be a group`,
        fix: "give the group another name",
      });
  return faults;
}

/** What a program has no use for: it is neither at an address nor sent headers. */
const NOT_OF_PROGRAMS = ["url", "static_headers", "extra_headers"] as const;

function programFaults(entry: McpServerEntry, path: Path, noPrograms: NoPrograms | undefined): Fault[] {
  if (noPrograms) return refused([...path, "transport"], ...noPrograms);
  const given = NOT_OF_PROGRAMS.filter((name) => Object.keys(entry[name] ?? {}).length > 0);
  const unused = [...given, ...(entry.auth_type === "none" ? [] : (["auth_type"] as const))];
  return [
    ...(entry.command === undefined
      ? [
          {
            number: "C013",
            path: [...path, "command"],
            at: "key",
            message: "command is missing",
            fix: "add command",
          } as const,
        ]
      : []),
    ...unused.map((name): Fault => {
      const message = "is never used, because a program is given what it needs by args and env";
      return { number: "C264", path: [...path, name], at: "key", message, fix: "remove it" };
    }),
  ];
}

function transportFaults({ transport, url, command }: McpServerEntry, path: Path): Fault[] {
  if (command !== undefined) {
    const message = "is never run, because transport is not stdio";
    return [
      { number: "C264", path: [...path, "command"], at: "key", message, fix: "write transport: stdio, or remove it" },
    ];
  }
  if (transport === "sse")
    return refused(
      [...path, "transport"],
      "is the protocol's old transport, which is not served",
      "use http, which servers speak since 2025-03-26",
    );
  if (url === undefined)
    return [{ number: "C013", path: [...path, "url"], at: "key", message: "url is missing", fix: "add url" }];
  if (transport !== undefined) return [];
  const message = "does not say its transport, so it is http; LiteLLM would take sse";
  return [{ number: "C262", path, at: "key", message, fix: "write transport: http" }];
}

/** Ways to prove the gateway that are not served, and why. */
const NOT_SERVED: Readonly<Partial<Record<McpAuthType, readonly [message: string, fix: string]>>> = {
  true_passthrough: [
    "would send the caller's token on, which the protocol forbids",
    "give the gateway a credential of its own",
  ],
  oauth_delegate: [
    "would send the caller's token on, which the protocol forbids",
    "give the gateway a credential of its own",
  ],
};
/** Those that need `auth_value`. */
const WITH_VALUE: ReadonlySet<McpAuthType> = new Set(["api_key", "bearer_token", "basic", "authorization", "token"]);

function credentialFaults({ auth_type: type, auth_value: value }: McpServerEntry, path: Path): Fault[] {
  const [message, fix] = NOT_SERVED[type] ?? [];
  if (message !== undefined && fix !== undefined) return refused([...path, "auth_type"], message, fix);
  if (WITH_VALUE.has(type) && value === undefined)
    return [
      { number: "C264", path: [...path, "auth_type"], at: "value", message: "has no secret", fix: "add auth_value" },
    ];
  if (!WITH_VALUE.has(type) && value !== undefined)
    return [
      {
        number: "C264",
        path: [...path, "auth_value"],
        at: "key",
        message: `is never sent, because auth_type is ${type}`,
        fix: "say with auth_type how it is sent, or remove it",
      },
    ];
  return value !== undefined && UNSENDABLE.test(value.reveal())
    ? [{ number: "C191", path: [...path, "auth_value"], at: "value", message: CANNOT_CARRY, fix: "copy it again" }]
    : [];
}

/** What only `auth_type: aws_sigv4` reads. `aws_service_name` always has a value. */
const OF_AWS = [
  "aws_region_name",
  "aws_access_key_id",
  "aws_secret_access_key",
  "aws_session_token",
  "aws_role_name",
  "aws_session_name",
] as const;

function awsFaults(entry: McpServerEntry, path: Path): Fault[] {
  const { auth_type: type } = entry;
  if (type !== "aws_sigv4")
    return OF_AWS.filter((name) => entry[name] !== undefined).map((name) => ({
      number: "C264",
      path: [...path, name],
      at: "key",
      message: `is never used, because auth_type is ${type}`,
      fix: "write auth_type: aws_sigv4, or remove it",
    }));
  const pair = ["aws_access_key_id", "aws_secret_access_key"] as const;
  const half = pair.filter((name) => entry[name] !== undefined).length === 1;
  const missing = [
    ...(entry.aws_region_name === undefined ? ["aws_region_name"] : []),
    ...(half ? pair.filter((name) => entry[name] === undefined) : []),
  ];
  return missing.map((name) => {
    const message = `needs ${name} for aws_sigv4`;
    return { number: "C264", path: [...path, "auth_type"], at: "value", message, fix: `add ${name}` };
  });
}

const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;
const CANNOT_CARRY = "has a line break or another character that no header can carry";
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers with which callers prove themselves to the gateway, and headers of the connection and of the protocol. */
const NEVER_PASSED =
  /^(?:authorization|proxy-.*|cookie|set-cookie|x-api-key|x-goog-api-key|api-key|host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|accept|accept-encoding|mcp-.*|x-mcp-servers|last-event-id)$/i;

function headerFaults({ static_headers: own, extra_headers: passed }: McpServerEntry, path: Path): Fault[] {
  const ofOwn = Object.entries(own).flatMap(([name, value]): Fault[] => {
    const header = [...path, "static_headers", name];
    if (!TOKEN.test(name) || /^(?:mcp-.*|host|connection|content-.*|transfer-encoding)$/i.test(name))
      return refused(header, "is not a header that may be set", "remove it");
    return UNSENDABLE.test(value.reveal()) ? refused(header, CANNOT_CARRY, "copy it again") : [];
  });
  const ofCallers = passed.flatMap((name, index): Fault[] =>
    TOKEN.test(name) && !NEVER_PASSED.test(name)
      ? []
      : refused(
          [...path, "extra_headers", index],
          "is not a header of callers that may be passed on",
          "leave it out: what callers prove themselves with, and headers of the protocol, stay here",
        ),
  );
  return [...ofOwn, ...ofCallers];
}

function refused(path: Path, message: string, fix: string): Fault[] {
  return [{ number: "C263", path, at: "value", message, fix }];
}
