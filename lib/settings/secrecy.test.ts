import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { parseConfig } from "./parse";

const alphanumeric = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const secret = fc.oneof(
  fc.string({ unit: fc.constantFrom(...alphanumeric), minLength: 24, maxLength: 40 }).map((text) => `sk-${text}`),
  fc
    .string({ unit: fc.constantFrom(...alphanumeric, "-", "_"), minLength: 20, maxLength: 40 })
    .map((text) => `sk-proj-${text}`),
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 }).map((text) => `7a${text}`),
  fc
    .string({
      unit: fc.constantFrom(...alphanumeric, "!", "@", "*", "&", "#", ":", "{", "%", "`", "'"),
      minLength: 12,
      maxLength: 30,
    })
    .map((text) => `${text}4$x`),
);
const secrets = fc.record({ master: secret, upstream: secret, variable: secret, client: secret });
type Secrets = typeof secrets extends fc.Arbitrary<infer Value> ? Value : never;

const fileWith = ({ master, upstream, client }: Secrets): string =>
  [
    "general_settings:",
    `  master_key: ${master}`,
    "  enable_jwt_auth: true",
    "  gateway_jwtauth:",
    "    role_mappings:",
    "      - {role: a, internal_role: team}",
    "    admin_allowed_routes: [management_routes]",
    "model_list:",
    "  - model_name: gpt-4o",
    "    gateway_params:",
    "      model: openai/gpt-4o",
    `      api_key: ${upstream}`,
    "  - model_name: other",
    "    gateway_params: {model: openai/other, api_key: os.environ/UPSTREAM_KEY, api_base: os.environ/UPSTREAM_KEY}",
    "environment_variables:",
    `  OIDC_CLIENT_SECRET: ${client}`,
    "",
  ].join("\n");

/** What an unlucky edit does to a file. */
type Edit = {
  at: number;
  kind: "delete" | "insert" | "swap lines" | "indent" | "drop key";
  length: number;
  text: string;
};
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(600),
  kind: fc.constantFrom("delete", "insert", "swap lines", "indent", "drop key"),
  length: fc.integer({ min: 1, max: 6 }),
  text: fc.constantFrom(
    "\t",
    " ",
    "\n",
    ":",
    ": ",
    "- ",
    "[",
    "{",
    "}",
    '"',
    "'",
    "*",
    "&",
    "!",
    "#",
    "|",
    ">",
    "---\n",
    "\0",
    "x",
  ),
});

function apply(source: string, { at, kind, length, text }: Edit): string {
  const position = at % (source.length + 1);
  const lines = source.split("\n");
  const line = at % lines.length;
  switch (kind) {
    case "delete":
      return source.slice(0, position) + source.slice(position + length);
    case "insert":
      return source.slice(0, position) + text + source.slice(position);
    case "swap lines":
      return lines
        .toSpliced(line, 1)
        .toSpliced((line + length) % lines.length, 0, lines[line] ?? "")
        .join("\n");
    case "indent":
      return lines.with(line, " ".repeat(length) + (lines[line] ?? "")).join("\n");
    case "drop key":
      return lines.with(line, (lines[line] ?? "").replace(/^(\s*)\w+: /, "$1")).join("\n");
  }
}

/** Any long part of a secret betrays it, too. */
const parts = (value: string): string[] =>
  Array.from({ length: value.length - 9 }, (_, start) => value.slice(start, start + 10));

function betrayed(values: Secrets, source: string): string | undefined {
  const environment = readEnvironment({ UPSTREAM_KEY: values.variable });
  const routes = [{ path: "/config/get", family: "management_routes", access: "administrators" }] as const;
  const { findings } = parseConfig(source, "config.yaml", {
    environment,
    isKnownProvider: (name) => name === "openai",
    routes,
  });
  const said = findings.map(formatFinding).join("\n") + JSON.stringify(findings);
  return Object.values(values)
    .flatMap(parts)
    .find((part) => said.includes(part));
}

test("findings never repeat a secret, whatever an edit did to the file", () => {
  fc.assert(
    fc.property(secrets, fc.array(edit, { maxLength: 5 }), (values, edits) => {
      expect(betrayed(values, edits.reduce(apply, fileWith(values)))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("findings do name what they are about", () => {
  const values = {
    master: "sk-master-0123456789",
    upstream: "sk-upstream-0123456789",
    variable: "gpt-secret-model",
    client: "client-secret",
  };
  const source = "gateway_jwtauth: {scope_mappings: [{scope: a, models: [gpt-5, os.environ/UPSTREAM_KEY]}]}\n";
  const environment = readEnvironment({ UPSTREAM_KEY: values.variable });
  const { findings } = parseConfig(source, "config.yaml", { environment, isKnownProvider: () => true });
  const messages = findings.filter((finding) => finding.number === "C033").map((finding) => finding.message);
  expect(messages).toEqual(['no entry of model_list serves "gpt-5"', "no entry of model_list serves (not shown)"]);
});
