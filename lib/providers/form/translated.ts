import { crc32 } from "node:zlib";
import { GatewayError } from "@/lib/errors";
import type { Adapter, AdapterCall } from "../adapter";
import { readAnswerFacts } from "../answer-facts";
import { exactValue, jsonBody } from "../call-body";
import { ExactNumbers } from "../exact-numbers";
import { generatedInAnswer } from "../generated-length";
import { parseObjectText, type JsonObject } from "../json-value";
import { plainId } from "./call-id";
import type { ModelBody } from "../model-body";
import { dropPaths } from "./dropped-members";
import { AnswerTextEvents, withAnswerText, withAnswerTool } from "./forced-answer";
import { addressedMedia, withFetched, type FetchedMedia } from "./media";
import type { AnsweredCall, ClientHalf, Target, UpstreamHalf, Writing } from "./halves";
import { innerNamesOf, lostInside } from "./inner-members";
import { checkParameters, invalid, namesOf, type FormMember } from "./parameters";
import type { NeutralRequest, Part, Tool } from "./request";
import { TranslatedStream } from "./translated-stream";
import { isSearch } from "./web-search";

/** Sends calls of one dialect to an upstream that speaks another. */
export function translated(client: ClientHalf, upstream: UpstreamHalf): Adapter {
  const { bytesOnly } = upstream;
  return {
    rewritesAnswers: true,
    ...(upstream.framing && { framing: upstream.framing }),
    ...(upstream.addedMaximum && { addedMaximum: upstream.addedMaximum }),
    ...(bytesOnly && {
      addressed: ({ body }: AdapterCall) => addressedMedia(client.readRequest(jsonBody(body).value), bytesOnly),
    }),
    request({ body, deployment, fetched }) {
      const exact = new ExactNumbers();
      const dropped = new Set<string>();
      const paths = deployment.entry.gateway_params.additional_drop_params;
      const asked = paths ? withoutPaths(client, jsonBody(body), paths, exact, dropped) : exactValue(body, exact);
      const value = translateRequest(client, upstream, asked, deployment, { exact, dropped, fetched });
      const written = Buffer.from(exact.restore(JSON.stringify(value)));
      // What an operator bars may also be called as the upstream calls it.
      const { model, turns } = upstream.carried;
      const others = paths?.filter((path) => path !== model?.as && path !== turns?.as);
      const sent = upstream.send(deployment, others ? dropPaths(written, others, dropped) : written, body.stream);
      const lost = [...dropped, ...(sent.dropped ?? [])];
      return lost.length > 0 ? { ...sent, dropped: [...new Set(lost)] } : sent;
    },
    answer(call, bytes) {
      const exact = new ExactNumbers();
      const value = parseObjectText(exact.mark(bytes.toString("utf8")));
      if (!value) throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a JSON object.");
      const given = upstream.readAnswer(value);
      const read = lacksFormat(upstream, call.deployment) ? withAnswerText(given) : given;
      const answer = { ...read, id: read.id ?? ownId(call), model: read.model ?? call.body.model };
      return {
        body: Buffer.from(exact.restore(JSON.stringify(client.writeAnswer(answer, answered(call), exact)))),
        usage: answer.usage,
        generated: () => generatedInAnswer(value),
        describe: () => readAnswerFacts(value),
      };
    },
    errorBody(_call, status, bytes) {
      return Buffer.from(JSON.stringify(client.writeError(upstream.readError(bytes.toString("utf8"), status))));
    },
    stream(call) {
      const name = { id: () => ownId(call), model: call.body.model };
      const answers = lacksFormat(upstream, call.deployment) ? new AnswerTextEvents() : undefined;
      return new TranslatedStream(upstream.reader(), client.writer(answered(call)), name, answers);
    },
  };
}

/** The caller's body without those members at these paths that a request can do without. */
function withoutPaths(
  { parameters }: ClientHalf,
  body: ModelBody,
  paths: readonly string[],
  exact: ExactNumbers,
  dropped: Set<string>,
): JsonObject {
  const free = paths.filter((path) => !parameters[path]?.isRequired);
  const bytes = dropPaths(body.bytes, free, dropped);
  return parseObjectText(exact.mark(bytes.toString("utf8"))) ?? body.value;
}

/**
 * The body for the upstream. `dropped` gets the names of what it loses on the way. @throws GatewayError invalid_request
 * that names what the upstream cannot take
 */
export function translateRequest(
  client: ClientHalf,
  upstream: UpstreamHalf,
  body: JsonObject,
  target: Target,
  {
    exact = new ExactNumbers(),
    dropped = new Set<string>(),
    fetched,
  }: { exact?: ExactNumbers; dropped?: Set<string>; fetched?: FetchedMedia | undefined } = {},
): JsonObject {
  const { parameters } = client;
  const named = client.namedParameters?.(body) ?? body;
  for (const name of checkParameters(named, parameters, upstream, target.dropsParams)) dropped.add(name);
  for (const name of lostInside(named, client, upstream)) dropped.add(name);
  const drop = (member: FormMember): void => {
    const names = namesOf(member, parameters, named);
    for (const name of names.length > 0 ? names : innerNamesOf(member, named, client)) dropped.add(name);
  };
  let request = client.readRequest(body);
  if (lacksFormat(upstream, target)) request = withAnswerTool(request);
  if (upstream.dialect !== "google") request = withPlainCallIds(request);
  if (fetched) request = withFetched(request, upstream.bytesOnly ?? [], fetched);
  if (!upstream.carried.cache && hasMarks(request)) drop("cache");
  if (upstream.carried.title && hasTitledMedia(request)) drop("title");
  if (target.dropsParams) request = withoutForeignTools(request, upstream, target, dropped);
  return upstream.writeRequest(request, target, { exact, drop, refuse: refuser(client, upstream) });
}

/**
 * Without the tools that run at the client's own provider, unless the model must call one of its tools and would have
 * none: then the caller waits for a call.
 */
function withoutForeignTools(
  request: NeutralRequest,
  { dialect, searches }: UpstreamHalf,
  target: Target,
  dropped: Set<string>,
): NeutralRequest {
  const isTaken = (tool: Tool): boolean =>
    tool.kind !== "own" || tool.dialect === dialect || (isSearch(tool) && searches?.(target) === true);
  const tools = request.tools.filter(isTaken);
  const isNeeded = request.choice?.kind === "required" || request.choice?.kind === "named";
  if (tools.length === request.tools.length || (tools.length === 0 && isNeeded)) return request;
  for (const tool of request.tools) if (tool.kind === "own" && !isTaken(tool)) dropped.add(tool.at);
  return { ...request, tools, ...(tools.length === 0 && { choice: undefined }) };
}

/** Whether the model takes no schema for its answer. */
function lacksFormat(
  upstream: UpstreamHalf,
  { model, baseModel = model }: Pick<Target, "model" | "baseModel">,
): boolean {
  return upstream.lacksFormat?.(baseModel) === true;
}

/** Without the signatures of Google's that ids of calls carry. */
function withPlainCallIds(request: NeutralRequest): NeutralRequest {
  const plain = (part: Part): Part => {
    if (part.kind === "call") return { ...part, id: plainId(part.id) };
    return part.kind === "result" ? { ...part, callId: plainId(part.callId) } : part;
  };
  return { ...request, turns: request.turns.map(({ role, parts }) => ({ role, parts: parts.map(plain) })) };
}

/** Whether a part or a tool says where the provider's cache of the prompt is to end. */
function hasMarks({ turns, tools }: NeutralRequest): boolean {
  const isMarked = (one: object): boolean => "cache" in one && one.cache !== undefined;
  const has = (part: Part): boolean => isMarked(part) || (part.kind === "result" && part.parts.some(has));
  return tools.some(isMarked) || turns.some(({ parts }) => parts.some(has));
}

/** Whether something has a name and is an image or sound: only documents are sent with theirs. */
function hasTitledMedia({ turns }: NeutralRequest): boolean {
  const has = (part: Part): boolean =>
    part.kind === "result"
      ? part.parts.some(has)
      : (part.kind === "image" || part.kind === "audio") && part.title !== undefined;
  return turns.some(({ parts }) => parts.some(has));
}

function refuser({ vocabulary }: ClientHalf, { media }: UpstreamHalf): Writing["refuse"] {
  return (part) => {
    const { at } = part;
    const param = (part.kind === "own" ? part.param : undefined) ?? `${at}.${vocabulary.typed}`;
    const type = part.kind === "own" ? String(part.value["type"]) : vocabulary[part.kind];
    const taken = ["text" as const, ...media].map((kind) => vocabulary[kind]);
    const because = (part.kind === "own" ? part.because : undefined) ?? `${listed(taken)} can.`;
    return invalid(
      param,
      `${at}: ${vocabulary.pieces} of type ${JSON.stringify(type.slice(0, 60))} cannot be sent to this model; ${because}`,
    );
  };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The id of an answer to which its upstream has given none. */
function ownId({ body, startedAt }: AdapterCall): string {
  const digest = crc32(jsonBody(body).bytes).toString(16).padStart(8, "0");
  return `gen-${startedAt.toString(36)}${digest}`;
}

function answered({ body, startedAt }: AdapterCall): AnsweredCall {
  return { model: body.model, body: body.value, startedAt };
}
