import { z } from "zod";
import { isObject } from "@/lib/is-object";
import { CLIENTS, UPSTREAMS } from "@/lib/providers/dialects/halves";
import type { AnswerPart } from "@/lib/providers/form/answer";
import type { MediaSource, Part } from "@/lib/providers/form/request";
import type { CallContent, ContentPart, ContentTurn } from "@/lib/wire/content";
import { dialectOf, type StoredContent, type StoredSide } from "./stored-content";

/** What a stream said, as it was stored. */
const storedParts = z.object({
  answers: z.array(z.array(z.custom<AnswerPart>(isObject))),
  error: z.string().optional(),
});

/** A stored call as it is shown: its conversation in one form for all dialects, and both sides as they were sent. */
export function shownContent(
  stored: StoredContent,
): Pick<CallContent, "conversation" | "tools" | "request" | "answer" | "route" | "status"> {
  const { route, status, request, answer } = stored;
  const asked = orUndefined(() => readRequest(stored));
  const answered = orUndefined(() => readAnswer(stored)) ?? [];
  return {
    route,
    status,
    conversation: asked ? [...asked.turns, ...answered] : null,
    tools: asked?.tools ?? [],
    request: shownSide(request),
    answer: answer && shownSide(answer),
  };
}

function readRequest({ route, request }: StoredContent): { turns: ContentTurn[]; tools: string[] } | undefined {
  const dialect = dialectOf(route);
  if (!dialect || request.form !== "json") return undefined;
  const { turns, tools } = CLIENTS[dialect].readRequest(objectIn(request.text));
  return {
    turns: turns.map(({ role, parts }) => ({ role, parts: parts.map(shownPart) })),
    tools: tools.flatMap((tool) => (tool.kind === "function" ? [tool.name] : nameIn(tool.value))),
  };
}

function readAnswer({ route, status, answer }: StoredContent): ContentTurn[] | undefined {
  const dialect = dialectOf(route);
  if (!dialect || !answer || (status !== null && status >= 400)) return undefined;
  if (answer.form === "parts") {
    const { answers, error } = storedParts.parse(JSON.parse(answer.text));
    const broken: ContentPart[] = error === undefined ? [] : [{ type: "other", json: { error } }];
    return [...turnsOf(answers), ...(broken.length > 0 ? [{ role: "assistant" as const, parts: broken }] : [])];
  }
  if (answer.form !== "json") return undefined;
  const { parts, others = [] } = UPSTREAMS[dialect].readAnswer(objectIn(answer.text));
  return turnsOf([parts, ...others.map((other) => other.parts)]);
}

function turnsOf(answers: readonly (readonly AnswerPart[])[]): ContentTurn[] {
  return answers
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ role: "assistant", parts: parts.map(shownPart) }));
}

function shownPart(part: AnswerPart): ContentPart {
  switch (part.kind) {
    case "text":
    case "refusal":
      return { type: part.kind, text: part.text };
    case "thought":
      return { type: "thought", text: "text" in part ? part.text : "" };
    case "image":
    case "document":
    case "audio":
      return part.source.kind === "text"
        ? { type: "text", text: part.source.text }
        : { type: part.kind, url: addressOf(part.source), title: part.title ?? null };
    case "call":
      return { type: "call", id: part.id, name: part.name, arguments: part.arguments };
    case "result":
      return { type: "result", call_id: part.callId, text: part.parts.map(textOf).join("\n"), is_error: part.isError };
    case "own":
      return { type: "other", json: part.value };
    case "search":
      return { type: "other", json: { search: part.queries, found: part.found } };
  }
}

/** What was not kept of the bytes is marked at their end, outside the alphabet of base64. */
function addressOf(source: MediaSource): string | null {
  if (source.kind === "url") return source.url.includes("…") ? null : source.url;
  if (source.kind !== "bytes" || source.data.includes("…")) return null;
  return `data:${source.mediaType};base64,${source.data}`;
}

function textOf(part: Part): string {
  if (part.kind === "text" || part.kind === "refusal") return part.text;
  return JSON.stringify(shownPart(part));
}

function nameIn(value: Readonly<Record<string, unknown>>): string[] {
  const name = value["name"] ?? value["type"];
  return typeof name === "string" ? [name] : [];
}

function shownSide({ form, text, bytes, isCut }: StoredSide): CallContent["request"] {
  return {
    form,
    content: form === "text" ? text : (orUndefined(() => JSON.parse(text)) ?? text),
    bytes,
    is_cut: isCut,
  };
}

function objectIn(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

/** What was cut too short cannot be read, and is shown as it is. */
function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
