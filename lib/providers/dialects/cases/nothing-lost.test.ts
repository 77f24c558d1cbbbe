import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactNumbers } from "../../exact-numbers";
import { isObject } from "@/lib/is-object";
import type { Writing } from "../../form/halves";
import type { FunctionTool, MediaPart, NeutralRequest, Part, Turn } from "../../form/request";
import { translateRequest } from "../../form/translated";
import type { JsonObject } from "../../json-value";
import { CLIENTS, UPSTREAMS } from "../halves";
import { camelCase } from "../google/spelling";

type Client = keyof typeof CLIENTS;
type Upstream = keyof typeof UPSTREAMS;

/**
 * Every value of a request is a word or a number that occurs once, so that what becomes of it can be seen in any
 * dialect. Models that take all that their dialect has.
 */
const MODELS: Readonly<Record<Upstream, string>> = {
  chat: "gpt-4o",
  messages: "claude-sonnet-4",
  responses: "gpt-4o",
  google: "gemini-3-flash",
  cohere: "command-a",
  converse: "anthropic.claude-sonnet-4",
};

const SCHEMA = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };

/** A request with all that the form has. `has`: what it has of what may be left out. */
function requestOf(kinds: readonly MediaPart["kind"][], has: (one: string) => boolean): NeutralRequest {
  let count = 0;
  const word = (): string => `w${++count}z`;
  const maybe = <Value>(name: string, value: () => Value): Value | undefined => (has(name) ? value() : undefined);
  const cache = (name: string): { cache?: JsonObject } =>
    has(`cache ${name}`) ? { cache: { type: "ephemeral", ttl: word(), ...(has("scope") && { scope: word() }) } } : {};
  const text = (name: string): Part => ({ kind: "text", text: word(), ...cache(name) });
  const media = (kind: MediaPart["kind"], mediaType: string): Part => ({
    kind,
    source: { kind: "bytes", mediaType, data: word(), at: "" },
    ...(kind === "document" && has("title") && { title: word() }),
    ...(kind === "image" && has("detail") && { detail: word() }),
    ...cache(kind),
    at: "",
  });
  const shown = kinds.flatMap((kind) => maybe(kind, () => media(kind, TYPES[kind])) ?? []);
  const ids = [word(), word()];
  const called = (id: string): Part => ({
    kind: "call",
    id,
    name: "get_weather",
    arguments: JSON.stringify({ place: word() }),
    ...cache("call"),
    at: "",
  });
  const turns: Turn[] = [
    ...(has("system") ? [{ role: "system" as const, parts: [text("system")] }] : []),
    { role: "user", parts: [text("asked"), ...shown] },
    { role: "assistant", parts: [...(has("said") ? [text("said")] : []), ...ids.map(called)] },
    {
      role: "user",
      parts: ids.map((callId, at): Part => ({
        kind: "result",
        callId,
        // A mark inside counts as one of the whole result where there is none.
        parts: [has("cache whole result") ? { kind: "text", text: word() } : text("result")],
        isError: at === 1 && has("isError"),
        ...cache("whole result"),
      })),
    },
    { role: "assistant", parts: [text("answered")] },
    { role: "user", parts: [text("last")] },
  ];
  const tool = (name: string): FunctionTool => ({
    kind: "function",
    name,
    description: maybe("description", word),
    parameters: SCHEMA,
    isStrict: has("strict"),
    ...cache("tool"),
  });
  return {
    turns,
    tools: [tool("get_weather"), tool("now")],
    choice: has("named") ? { kind: "named", name: "now" } : has("required") ? { kind: "required" } : undefined,
    isSingle: false,
    format: undefined,
    limit: 12_347,
    stop: has("stop") ? [word()] : [],
    sampling: {
      temperature: maybe("temperature", () => 0.731),
      topP: undefined,
      topK: maybe("topK", () => 17),
      seed: maybe("seed", () => 91_823),
      frequencyPenalty: maybe("frequencyPenalty", () => 0.217),
      presencePenalty: maybe("presencePenalty", () => 0.319),
    },
    effort: undefined,
    thinking: undefined,
    user: maybe("user", word),
    cache: undefined,
    isStreamed: false,
  };
}

const TYPES = { image: "image/png", document: "application/pdf", audio: "audio/wav" } as const;

const WRITING: Writing = {
  exact: new ExactNumbers(),
  drop: () => undefined,
  refuse: ({ at }) => {
    throw new Error(`${at} is refused`);
  },
};

/** What only callers of a dialect write, to be put into the objects of a body that have the named member. */
const MORE: Readonly<Record<Client, readonly (readonly [beside: string, is: unknown, more: () => JsonObject])[]>> = {
  chat: [
    ["role", "user", () => ({ name: "x1z" })],
    [
      "role",
      "assistant",
      () => ({
        thinking_blocks: [{ type: "thinking", thinking: "x2z", signature: "x3z" }],
        reasoning_content: "x4z",
        annotations: [{ type: "url_citation", url_citation: { url: "x5z", title: "x6z" } }],
      }),
    ],
    ["messages", undefined, () => ({ metadata: { of: "x7z" }, store: true })],
  ],
  messages: [
    ["type", "text", () => ({ citations: [{ type: "char_location", cited_text: "x1z" }] })],
    ["type", "document", () => ({ context: "x2z", title: "x3z" })],
    ["type", "tool_use", () => ({ caller: { type: "code_execution_20250825", tool_id: "x4z" } })],
    ["messages", undefined, () => ({ metadata: { user_id: "x5z" } })],
  ],
  responses: [
    ["type", "message", () => ({ phase: "x1z" })],
    ["type", "output_text", () => ({ annotations: [{ type: "url_citation", url: "x2z" }] })],
    ["type", "function_call", () => ({ namespace: "x3z" })],
    ["input", undefined, () => ({ metadata: { of: "x4z" } })],
  ],
  google: [
    ["text", undefined, () => ({ partMetadata: { of: "x1z" } })],
    ["functionCall", undefined, () => ({ thoughtSignature: "x2z" })],
    ["mimeType", undefined, () => ({ displayName: "x3z" })],
    ["parameters", undefined, () => ({ behavior: "x4z", response: { type: "x5z" } })],
    ["contents", undefined, () => ({ labels: { of: "x6z" } })],
  ],
};

/** Members that no dialect has go into objects of dialects, not into what callers choose themselves. */
const FREE = new Set([
  "parameters",
  "input_schema",
  "args",
  "input",
  "response",
  "source",
  "cache_control",
  "metadata",
]);

function withMore(value: unknown, client: Client, has: (one: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withMore(one, client, has));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(
    ([name, one]) =>
      [name, FREE.has(name) && !(name === "input" && Array.isArray(one)) ? one : withMore(one, client, has)] as const,
  );
  const more = MORE[client]
    .filter(([beside, is], at) => beside in value && (is === undefined || value[beside] === is) && has(`more ${at}`))
    .map(([, , members]) => members());
  const unknown = has("unknown") && ("role" in value || "type" in value) ? { frobnicate: "x9z" } : {};
  return Object.assign({}, ...more, unknown, Object.fromEntries(inner));
}

/** The words and telling numbers of a body, by their paths. */
function tellingIn(value: unknown, path: readonly string[] = []): (readonly [path: string, word: string])[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => tellingIn(one, [...path, "*"]));
  if (isObject(value)) return Object.entries(value).flatMap(([name, one]) => tellingIn(one, [...path, camel(name)]));
  if (typeof value === "number") return [[path.join("."), String(value)]];
  if (typeof value !== "string") return [];
  return (value.match(/[wx]\d+z/g) ?? []).map((word) => [path.join("."), word] as const);
}

/** Google's names in the tables are in camel case; no other name changes by it in a way that matters here. */
const camel = (name: string): string => camelCase(name);

function isNamed(path: string, dropped: readonly string[]): boolean {
  const names = dropped.map((name) => name.split(".").map(camel).join("."));
  const last = path.split(".");
  return (
    names.some((name) => path === name || path.startsWith(`${name}.`)) ||
    (last.includes("cacheControl") && names.includes("cacheControl"))
  );
}

const PAIRS = (Object.keys(CLIENTS) as Client[]).flatMap((client) =>
  (Object.keys(UPSTREAMS) as Upstream[])
    .filter((upstream) => upstream !== client)
    .map((upstream) => [client, upstream] as const),
);

describe.each(PAIRS)("from %s to %s", (client, upstream) => {
  const kinds = UPSTREAMS[upstream].media.filter((kind) => UPSTREAMS[client].media.includes(kind));

  test("all of a request arrives, but for what is named", () => {
    const choices = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(choices, (stream) => {
        const known = new Map<string, boolean>();
        const has = (one: string): boolean => {
          // Cohere gets a named tool alone.
          const can = one !== "named" || upstream !== "cohere";
          const found = known.get(one) ?? (stream.next().value === true && can);
          known.set(one, found);
          return found;
        };
        const written = UPSTREAMS[client].writeRequest(
          requestOf(kinds, has),
          { model: MODELS[client], provider: "p" },
          WRITING,
        );
        const body = withMore(written, client, has);
        if (!isObject(body)) throw new Error("not a body");
        const dropped = new Set<string>();
        const target = { model: MODELS[upstream], provider: "p", dropsParams: true };
        const sent = JSON.stringify(translateRequest(CLIENTS[client], UPSTREAMS[upstream], body, target, { dropped }));
        const lost = tellingIn(body).filter(([path, word]) => !sent.includes(word) && !isNamed(path, [...dropped]));
        expect(lost).toEqual([]);
      }),
    );
  });
});
