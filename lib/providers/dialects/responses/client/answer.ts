import type { Usage } from "@/lib/usage";
import type { AnswerEnd, AnswerPart, NeutralAnswer, SearchPart } from "../../../form/answer";
import type { AnsweredCall } from "../../../form/halves";
import type { CallPart, Citation, RefusalPart, TextPart, ThoughtPart } from "../../../form/request";
import { objectAt, type JsonObject } from "../../../json-value";
import { urlCitation } from "../../chat/annotations";
import { namespacedNames } from "../namespaces";
import { sealOf } from "../thoughts";
import { responsesUsage } from "../usage";

/** Writes a whole response. */
export function writeResponse({ id, model, parts, end, usage }: NeutralAnswer, call: AnsweredCall): JsonObject {
  const head = responseHead(id, model, call);
  const ids = itemIds(head.id);
  const names = namespacedNames(call.body);
  const output = groupsOf(parts).map((group, index) => writeItem(group, ids(index), names));
  return { ...head, ...outcome(end ?? "stop", output, usage) };
}

/** What a response says from its beginning on; most of it repeats the request, as clients expect. */
export function responseHead(id: unknown, model: unknown, { body, model: asked, startedAt }: AnsweredCall) {
  const reasoning = objectAt(body, "reasoning");
  return {
    id: responseId(id, startedAt),
    object: "response",
    created_at: Math.floor(startedAt / 1000),
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions: body["instructions"] ?? null,
    max_output_tokens: body["max_output_tokens"] ?? null,
    model: model ?? asked,
    output: [],
    parallel_tool_calls: body["parallel_tool_calls"] ?? true,
    previous_response_id: null,
    reasoning: { effort: reasoning["effort"] ?? null, summary: reasoning["summary"] ?? null },
    // Nothing is kept, whatever the caller asked for.
    store: false,
    temperature: body["temperature"] ?? 1,
    text: body["text"] ?? { format: { type: "text" } },
    tool_choice: body["tool_choice"] ?? "auto",
    tools: body["tools"] ?? [],
    top_p: body["top_p"] ?? 1,
    truncation: "disabled",
    usage: null,
    user: body["user"] ?? null,
    metadata: body["metadata"] ?? {},
  } as const;
}

/** The upstream's id with the letters that clients expect. */
function responseId(id: unknown, startedAt: number): string {
  const own = typeof id === "string" && id !== "" ? id : String(startedAt);
  return own.startsWith("resp_") ? own : `resp_${own}`;
}

/** The ids of a response's items, by their index. */
export function itemIds(responseId: string): (index: number) => string {
  const own = responseId.slice("resp_".length);
  return (index) => `${own}_${index}`;
}

/** What a response says once it has ended. */
export function outcome(end: AnswerEnd, output: readonly JsonObject[], usage: Usage | undefined): JsonObject {
  const reason = INCOMPLETE[end];
  return {
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage: usage ? responsesUsage(usage) : null,
  };
}

const INCOMPLETE: Readonly<Record<AnswerEnd, string | undefined>> = {
  stop: undefined,
  calls: undefined,
  length: "max_output_tokens",
  filtered: "content_filter",
};

type Spoken = TextPart | RefusalPart;
type Group = readonly [Spoken, ...Spoken[]] | CallPart | ThoughtPart | SearchPart;

/** The parts by item: adjacent texts and refusals are one message. */
function groupsOf(parts: readonly AnswerPart[]): Group[] {
  const groups: (CallPart | ThoughtPart | SearchPart | [Spoken, ...Spoken[]])[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.kind === "call" || part.kind === "thought" || part.kind === "search") groups.push(part);
    else if (part.kind !== "text" && part.kind !== "refusal") continue;
    else if (!Array.isArray(last)) groups.push([part]);
    else if (last.at(-1)?.kind === part.kind) last[last.length - 1] = joined(last.at(-1), part);
    else last.push(part);
  }
  return groups;
}

/** Upstreams cut texts at will; a client of Responses takes each part for a text of its own. */
function joined(before: Spoken | undefined, part: Spoken): Spoken {
  const text = (before?.text ?? "") + part.text;
  if (part.kind === "refusal") return { ...part, text };
  const cited = [...spansOf(before, 0), ...spansOf(part, before?.text.length ?? 0)];
  return { ...part, text, ...(cited.length > 0 && { citations: cited }) };
}

/** What a text cites, with spans in the text that it becomes a part of. */
function spansOf(part: Spoken | undefined, offset: number): Citation[] {
  if (part?.kind !== "text") return [];
  const { text, citations = [] } = part;
  return citations.map((citation) => {
    const { start, end } = citation.span ?? { start: 0, end: text.length };
    return { ...citation, span: { start: offset + start, end: offset + end } };
  });
}

function writeItem(group: Group, id: string, names: ReturnType<typeof namespacedNames>): JsonObject {
  if ("kind" in group && group.kind === "search") return searchItem(group, id);
  if ("kind" in group) return group.kind === "call" ? callItem(group, id, names) : reasoningItem(group, id);
  return messageItem(group.map(contentPart), id);
}

export function messageItem(content: readonly JsonObject[], id: string, status = "completed"): JsonObject {
  return { id: `msg_${id}`, type: "message", status, role: "assistant", content };
}

export function contentPart({
  kind,
  text,
  citations = [],
}: Pick<TextPart, "text" | "citations"> & Pick<Spoken, "kind">) {
  const length = text.length;
  return kind === "refusal"
    ? { type: "refusal", refusal: text }
    : {
        type: "output_text",
        text,
        annotations: citations.map((citation) => annotationOf(citation, length)),
        logprobs: [],
      };
}

/** `length`: characters of the text that cites. */
export function annotationOf(citation: Citation, length: number): JsonObject {
  return { type: "url_citation", ...urlCitation(citation, { offset: 0, length }) };
}

export function searchItem({ queries, found }: SearchPart, id: string, status = "completed"): JsonObject {
  const action = {
    type: "search",
    query: queries.join("; "),
    queries,
    sources: found.map(({ url }) => ({ type: "url", url })),
  };
  return { id: `ws_${id}`, type: "web_search_call", status, action };
}

export function callItem(
  call: { readonly id: unknown; readonly name: unknown; readonly arguments: string },
  id: string,
  names: ReturnType<typeof namespacedNames>,
  status = "completed",
): JsonObject {
  return {
    id: `fc_${id}`,
    type: "function_call",
    status,
    call_id: call.id,
    ...(names.get(call.name) ?? { name: call.name }),
    // A call without arguments has none, but clients parse them.
    arguments: status === "completed" && call.arguments === "" ? "{}" : call.arguments,
  };
}

export function reasoningItem(thought: ThoughtPart, id: string): JsonObject {
  const text = "text" in thought ? thought.text : "";
  const seal = sealOf(thought);
  return {
    id: `rs_${id}`,
    type: "reasoning",
    summary: text === "" ? [] : [{ type: "summary_text", text }],
    ...(seal !== undefined && { encrypted_content: seal }),
  };
}
