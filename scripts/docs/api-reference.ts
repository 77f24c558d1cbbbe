import { z } from "zod";
import type { RouteFamily } from "@/lib/auth/routes";
import recorded from "./api-examples/recorded.json";
import type { ApiExamples } from "./api-examples/record";
import { markdownTable } from "./markdown-table";
import { printJson } from "./print-json";
import type { Operation } from "../../lib/api/operation";

/** docs/reference/api.md: every operation and its fields, from the table that both doors serve. */
export function renderApiReference(operations: readonly Operation[]): string {
  return [
    "# API",
    "For programs that manage the gateway: every operation, its fields and its answers.",
    "<!-- Generated from lib/api/operations by `node scripts/generate-docs.mjs`; edit the summaries and descriptions there. -->",
    INTRODUCTION,
    ...CHAPTERS.flatMap(([family, title, says]) => {
      const own = operations.filter((operation) => operation.family === family);
      return own.length === 0 ? [] : [`## ${title}`, says, ...own.flatMap(renderOperation)];
    }),
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCTION = `Every call carries \`Authorization: Bearer\` with a JWT, a virtual key or the master key. The body of a \`POST\` is JSON; a \`GET\` takes its fields from the query. A field that is not listed is refused by name. \`GET /openapi.json\` describes the same in OpenAPI 3.1, including the answers and, as \`x-access\`, who may call.

Each operation has a request and its answer, as the gateway gave it. They show only the first item of a list and the beginning of a long text.

Errors have OpenAI's form, \`{"error": {"message", "type", "param", "code"}}\`; [Errors](errors.md) explains the codes. Lists take \`page\` and \`size\`, and answer with \`data\`, \`page\`, \`size\` and \`total\`; most also answer \`next\`, which finds the next page as \`after\` and loses no row while others come and go.

An \`ETag\` in an answer is the version of what can be edited. Figures that calls and memberships change are not part of it.

A write with \`If-Match: ETAG\` is refused with 412 \`changed_meanwhile\` if somebody has changed the row since. \`error.details\` has the \`current\` and the \`proposed\` version, and the \`etag\` to send next. To delete several rows, send the tags of all of them. Without the header, a write overwrites the fields that it names, whoever changed them last.`;

const MODEL_ROUTES = "Served with and without `/v1`.";

const CHAPTERS: readonly (readonly [family: RouteFamily, title: string, says: string])[] = [
  [
    "openai_routes",
    "Models, in OpenAI's dialect",
    `${MODEL_ROUTES} Bodies are OpenAI's own ([Dialects](dialects.md)); the gateway reads \`model\`, \`stream\`, \`user\` and \`metadata.tags\`.`,
  ],
  [
    "anthropic_routes",
    "Models, in Anthropic's dialect",
    `${MODEL_ROUTES} Bodies are Anthropic's own ([Dialects](dialects.md)).`,
  ],
  [
    "google_routes",
    "Models, in Google's dialect",
    "Bodies are those of Google's Gemini API ([Dialects](dialects.md)). Send the key in `x-goog-api-key` or as a bearer token.",
  ],
  [
    "mcp_routes",
    "Tools",
    "Bodies are messages of the Model Context Protocol ([Tools](../guides/tools.md)). Errors have the form of JSON-RPC, with the gateway's code in `error.data.code`.",
  ],
  [
    "management_routes",
    "Management",
    "For administrators, unless the summary says otherwise. Every write leaves an audit event.",
  ],
  ["info_routes", "Information", "For everybody who may call models."],
  ["spend_routes", "Spend", "For administrators. Others see their own spend if their routes allow it."],
  ["public_routes", "For everybody", "No credentials are needed."],
];

const VERSIONED = { reads: "Answers with an `ETag`.", writes: "Takes `If-Match`." } as const;

const EXAMPLES: ApiExamples = recorded;

function renderExample(operation: string): string[] {
  const example = EXAMPLES[operation];
  if (example === undefined) return [];
  const { request, body, form, answer } = example;
  const fields = Object.entries(form ?? {}).map(([name, value]) => `${name}=${value}`);
  const asked = [request, ...(body === undefined ? fields : [printJson(body)])].join("\n");
  const isText = typeof answer === "string";
  return [
    `\`\`\`http norun: recorded\n${asked}\n\`\`\``,
    `\`\`\`${isText ? "text" : "json"} norun: recorded\n${isText ? answer : printJson(answer)}\n\`\`\``,
  ];
}

function renderOperation({ method, path, summary, input, versioned, effect }: Operation): string[] {
  const rows = input ? fieldRows(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })) : [];
  return [
    `### \`${method} ${path}\``,
    `${summary.replace(/\.$/, "")}.${versioned ? ` ${VERSIONED[effect]}` : ""}`,
    ...(rows.length === 0 ? [] : [markdownTable(["Field", "Type", "Meaning"], rows)]),
    ...renderExample(`${method} ${path}`),
  ];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The rows of the fields. A choice between objects has the fields of all of them, and a field that any of them may omit
 * is not required.
 */
function fieldRows(schema: JsonSchema): string[][] {
  const objects = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]).filter(
    (part): part is JsonSchema => typeof part === "object",
  );
  const fields = new Map<string, JsonSchema>();
  for (const { properties = {} } of objects)
    for (const [name, field] of Object.entries(properties)) if (typeof field === "object") fields.set(name, field);
  return [...fields].map(([name, field]) => {
    const isRequired = objects.every(({ required }) => required?.includes(name));
    return [
      `\`${name}\``,
      typeOf(field),
      [isRequired ? "Required." : "", sentence(field.description), defaultOf(field)].filter(Boolean).join(" "),
    ];
  });
}

function typeOf(schema: JsonSchema): string {
  const choices = (schema.anyOf ?? schema.oneOf)?.filter((choice): choice is JsonSchema => typeof choice === "object");
  if (choices) return unique(choices.map(typeOf));
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (Array.isArray(schema.type)) return unique(schema.type.map(String).map(nameOf));
  if (schema.type === "array")
    return `list of ${typeof schema.items === "object" && !Array.isArray(schema.items) ? typeOf(schema.items) : "anything"}`;
  return schema.type === undefined ? "anything" : nameOf(schema.type);
}

const NAMES: Readonly<Record<string, string>> = { integer: "whole number", boolean: "true or false" };

function nameOf(type: string): string {
  return NAMES[type] ?? type;
}

function unique(names: readonly string[]): string {
  return [...new Set(names)].join(" or ");
}

function sentence(text: string | undefined): string {
  return text === undefined ? "" : `${text.replace(/\.$/, "")}.`;
}

function defaultOf({ default: value }: JsonSchema): string {
  return value === undefined ? "" : `Default: \`${JSON.stringify(value)}\`.`;
}
