import { z } from "zod";
import { markdownTable, nameTable } from "./markdown-table";
import { CONFIGURATION_EXAMPLES } from "./configuration-examples";
import { ENVIRONMENT_VARIABLES } from "../../lib/config/environment-variables";
import { SECRET_VARIABLES } from "../../lib/config/secrets/secret-variables";
import { FINDINGS } from "../../lib/config/finding";
import { configFile, issuerEntry, issuerFields } from "../../lib/config/schema";
import { unwrap } from "../../lib/settings/schema-walk";

/** docs/reference/configuration.md: every field, variable and finding, from the tables that the gateway itself uses. */
export function renderConfigurationReference(): string {
  return [
    "# Configuration",
    "For operators: every setting, every variable and every finding.",
    "<!-- Generated from lib/config by `node scripts/generate-docs.mjs`; edit the descriptions there. -->",
    INTRODUCTION,
    ...renderObject("The file", configFile, []),
    "## Environment variables",
    "An empty variable counts as unset. All except `GATEWAY_CONFIG` may also be set under `environment_variables` in the file; the real environment wins.",
    markdownTable(
      ["Variable", "Meaning"],
      Object.entries(ENVIRONMENT_VARIABLES).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    "These variables hold secrets:",
    nameTable(SECRET_VARIABLES),
    `For each of them, and for each variable that \`os.environ/NAME\` or a provider's usual key refers to, the environment may have \`NAME_FILE\` in place of \`NAME\`. That is the path of a file with the value. [Changing secrets](../operate/rotation.md#secrets-in-files) says what happens when the file changes.`,
    "## Findings",
    "`npm run lint:config -- FILE` checks a file without starting anything. The gateway makes the same checks when it starts, and the console when you edit settings. Errors stop the start, warnings do not. A number never changes its meaning; it leads to the finding's cure and an example.",
    markdownTable(
      ["Number", "Severity", "Meaning"],
      Object.entries(FINDINGS).map(([number, [severity, meaning]]) => [
        `[${number}](findings.md#${number.toLowerCase()})`,
        severity,
        meaning,
      ]),
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCTION = `The gateway reads one YAML file: the path in \`GATEWAY_CONFIG\`, by default \`config.yaml\`. If the file does not exist, the gateway writes a commented one. It refuses unknown keys, wrong types and values that cannot work, with their line and the fix, and reports everything wrong at once.

- Any text may be \`os.environ/NAME\`: the gateway then takes the whole value from that variable. A variable that is not set is an error. \`vault/PATH#FIELD\` and \`aws_secret/NAME#FIELD\` take it from a [vault](../operate/vaults.md).
- \`gateway_jwtauth\` may be in \`general_settings\` or at the top level, not in both.
- Fields that end in \`_jwt_field\` name claims of a token: a path, a list of paths, or a path with a pattern and more. [Claims](claims.md) explains them. [Identity providers](../providers/README.md) has the whole configuration for each of twelve providers.
- You can also edit the settings that decide who may do what (${"`role_mappings`, `scope_mappings`"} and so on) in the console. A save there becomes a revision in the database. It replaces the file's value of that setting, on every node at once, until it is rolled back.
- YAML anchors, aliases and merge keys (\`<<\`) work; tags do not. The file may be up to 1 MiB.`;

const OVERRIDES =
  "An entry may also give these fields of `gateway_jwtauth`. What it gives replaces the common value as a whole, for the tokens of its issuer. `null` counts as if nobody gave the field. What it leaves out stays as in `gateway_jwtauth`:";

/** The number of fields from which those that another section tells are only named. */
const FEWEST_SHARED = 6;

/** Where each field and each object is told: its path. A field that must be given is the very object that it has. */
interface Told {
  readonly fields: Map<unknown, string>;
  readonly objects: Map<unknown, string>;
}

/** The heading and table of an object, then the same for each object inside it. */
function renderObject(
  title: string,
  schema: z.ZodObject,
  path: readonly string[],
  told: Told = { fields: new Map(), objects: new Map() },
): string[] {
  const at = path.join(".");
  const heading = `${path.length === 0 ? "##" : "###"} ${title}`;
  const text = CONFIGURATION_EXAMPLES[at];
  const example = text === undefined ? [] : [`\`\`\`yaml norun: linted\n${text}\n\`\`\``];
  const sameAs = told.objects.get(schema);
  if (sameAs !== undefined) return [heading, `The fields are those of ${linkTo(sameAs)}.`, ...example];
  told.objects.set(schema, at);
  const overriding = schema === issuerEntry ? Object.keys(schema.shape).filter((name) => !(name in issuerFields)) : [];
  const own = Object.entries(schema.shape).filter(([name]) => !overriding.includes(name));
  const shared = sharedFields(own, told);
  const fields = own.filter(([name]) => !Object.values(shared).flat().includes(name));
  for (const [, field] of fields) told.fields.set(field, at);
  const rows = fields.map(([name, field]) => [
    `\`${name}\``,
    typeName(field),
    defaultText(field),
    descriptionOf(field),
  ]);
  // `gateway_jwtauth` is described once, where the specification puts it.
  const nested = fields
    .filter(([name]) => path.length > 0 || name !== "gateway_jwtauth")
    .flatMap(([name, field]) => {
      const inner = objectIn(field);
      return inner ? renderObject(`\`${[...path, name].join(".")}\``, inner, [...path, name], told) : [];
    });
  return [
    heading,
    ...(rows.length > 0 ? [markdownTable(["Field", "Type", "Default", "Meaning"], rows)] : []),
    ...Object.entries(shared).flatMap(([place, names]) => [
      `These fields mean the same as in ${linkTo(place)}:`,
      nameTable(names),
    ]),
    ...(overriding.length > 0 ? [OVERRIDES, nameTable(overriding)] : []),
    ...example,
    ...nested,
  ];
}

/** The names of fields that another section tells, by its path. */
function sharedFields(fields: readonly [string, unknown][], told: Told): Readonly<Record<string, readonly string[]>> {
  const places = new Map<string, string[]>();
  for (const [name, field] of fields) {
    const place = told.fields.get(field);
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), name]);
  }
  return Object.fromEntries([...places].filter(([, names]) => names.length >= FEWEST_SHARED));
}

/** A link to the section of a path, by the anchor that its heading has. */
function linkTo(path: string): string {
  return `[\`${path}\`](#${path.replaceAll(".", "")})`;
}

/** The paths of all sections: `general_settings.sinks`. */
export function configurationSections(): string[] {
  return renderObject("", configFile, []).flatMap((text) => /^### `(.+)`$/.exec(text)?.[1] ?? []);
}

function objectIn(field: unknown): z.ZodObject | undefined {
  const schema = unwrap(field);
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodArray ? objectIn(schema.element) : undefined;
}

/** `string` → `strings`; names of values, such as `a`, `b`, stay. */
function plural(type: string): string {
  return type === "string" || type === "number" || type === "whole number" ? `${type}s` : type;
}

function typeName(field: unknown): string {
  const schema = unwrap(field);
  const title = schema instanceof z.ZodType ? schema.meta()?.title : undefined;
  if (title !== undefined) return title;
  if (schema instanceof z.ZodBoolean) return "true or false";
  if (schema instanceof z.ZodNumber) return schema.format === "safeint" ? "whole number" : "number";
  if (schema instanceof z.ZodURL) return "address";
  if (schema instanceof z.ZodString) return "string";
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${String(option)}\``).join(", ");
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `\`${String(value)}\``).join(", ");
  if (schema instanceof z.ZodArray) return objectIn(schema) ? "list" : `list of ${plural(typeName(schema.element))}`;
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodUnknown) return "object";
  if (schema instanceof z.ZodRecord)
    return unwrap(schema.valueType) instanceof z.ZodArray ? "map of lists of strings" : "map of strings";
  if (schema instanceof z.ZodUnion) return schema.options.map(typeName).join(" or ");
  if (schema instanceof z.ZodObject) return "object";
  throw new TypeError("a type of the schema has no name in the reference");
}

function defaultText(field: unknown): string {
  if (field instanceof z.ZodDefault) {
    const value: unknown = field.def.defaultValue;
    return Array.isArray(value) && value.length === 0
      ? "empty"
      : isEmptyObject(value)
        ? "empty"
        : `\`${JSON.stringify(value)}\``;
  }
  return field instanceof z.ZodOptional ? "unset" : "required";
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function descriptionOf(field: unknown): string {
  const description = field instanceof z.ZodType ? field.description : undefined;
  if (!description) throw new TypeError("a field of the schema has no description");
  return description;
}
