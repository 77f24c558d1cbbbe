import type { GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import type { UpstreamRequest } from "../adapter";
import type { AnswerFacts } from "../answer-facts";
import type { CompletionLimit } from "../completion-limit";
import type { Deployment } from "../deployment";
import type { ExactNumbers } from "../exact-numbers";
import type { Framing } from "../events/framing";
import type { Habits } from "../known/habits";
import type { JsonObject } from "../json-value";
import type { AnswerEvent, NeutralAnswer, NeutralError } from "./answer";
import type { InnerTables } from "./inner-members";
import type { Carrier, Family, FormMember } from "./parameters";
import type { DialectId, MediaPart, NeutralRequest, OwnPart } from "./request";

/** What a client's half knows of the call whose answer it writes. */
export interface AnsweredCall {
  /** The name of the model that the caller asked for. */
  readonly model: string;
  readonly body: JsonObject;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Names of members at the top of a body, or paths to members in them. */
export interface AskedMembers {
  /** Who asks, as the caller's application names them; the first of these that there is counts. */
  readonly user: readonly (readonly [string, ...string[]])[];
  /** What an upstream has kept of earlier calls, and is named instead of sent. */
  readonly kept: readonly string[];
  /** What the model is to read: texts, or lists of messages. */
  readonly contents: readonly string[];
  /** The lists in a message whose elements may be images, or results with images in their own `content`. */
  readonly pieces: readonly string[];
  /** How much of what a search of the web finds goes into the context, in OpenAI's words; absent: it cannot be said. */
  searchSize?(body: JsonObject): string | undefined;
  /** Characters of a piece that are an image in base64. */
  imageLength(piece: JsonObject): number;
}

/** The half of a dialect that reads what its clients ask and writes what they get. Pure. */
export interface ClientHalf extends InnerTables {
  readonly dialect: DialectId;
  /**
   * What this dialect calls the pieces of a message, and each kind of them that an upstream may take. `typed`: the
   * member that names the kind.
   */
  readonly vocabulary: { readonly pieces: string; readonly typed: string } & Readonly<
    Record<"text" | MediaPart["kind"], string>
  >;
  /** The parameters of a body by their names in the table; absent: its members. @throws GatewayError invalid_request */
  namedParameters?(body: JsonObject): JsonObject;
  /** How much a request says that its answer may use, whoever it goes to. */
  limit(body: JsonObject): CompletionLimit;
  /** Where a request says what else the gateway decides and limits by. */
  readonly asks: AskedMembers;
  /** @throws GatewayError invalid_request that names the member that this dialect does not have, or not there */
  readRequest(body: JsonObject): NeutralRequest;
  /** @throws GatewayError upstream_invalid_response for what the dialect cannot say */
  writeAnswer(answer: NeutralAnswer, call: AnsweredCall, exact: ExactNumbers): JsonObject;
  writeError(error: NeutralError): object;
  writer(call: AnsweredCall): AnswerWriter;
}

/** Writes one streamed answer, as the text that goes to the caller. */
export interface AnswerWriter {
  /** @throws GatewayError upstream_invalid_response for what the dialect cannot say */
  write(event: AnswerEvent): string;
  /** The end of the stream. `reported`: what the upstream has said so far; `usage`: that, or an estimate. */
  finish(counts: { readonly reported: Usage | undefined; readonly usage: Usage }): string;
  /** The event that says that the upstream failed. */
  error(error: NeutralError): string;
  /** The event that says that the stream broke. */
  failure(error: GatewayError): string;
}

/** Where a request goes. */
export interface Target {
  readonly model: string;
  /** The model behind that name, where the entry says it. */
  readonly baseModel?: string | undefined;
  readonly provider: string;
  readonly habits?: Habits | undefined;
  /** Whether parameters that would be refused are dropped, as long as the answer keeps its form. */
  readonly dropsParams?: boolean;
}

/** The half of a dialect that writes what its upstreams take and reads what they answer. Pure. */
export interface UpstreamHalf extends Carrier {
  readonly dialect: DialectId;
  /** The families of models that it has rules for. */
  readonly families: readonly Family[];
  /** How its streams are framed; absent: as server-sent events. */
  readonly framing?: Framing;
  /** The kinds of content that it takes beside text. */
  readonly media: readonly MediaPart["kind"][];
  /** Those of them whose addresses its upstreams do not fetch themselves; absent: they fetch all. */
  readonly bytesOnly?: readonly MediaPart["kind"][];
  /** Whether a model takes no schema for its answer, so that it must be made to call a tool; absent: none does. */
  lacksFormat?(model: string): boolean;
  /** Whether this upstream searches the web; absent: none does. */
  searches?(target: Target): boolean;
  /** The maximum of completion tokens that it writes into a request that names none; absent: it writes none. */
  addedMaximum?(deployment: Pick<Deployment, "model" | "baseModel">): number | undefined;
  /** @throws GatewayError invalid_request that names the member that this upstream cannot take */
  writeRequest(request: NeutralRequest, target: Target, writing: Writing): JsonObject;
  /** `isStreamed`: where the address says it. */
  send(deployment: Deployment, body: Buffer, isStreamed: boolean): UpstreamRequest;
  /** @throws GatewayError upstream_invalid_response for what is not an answer */
  readAnswer(value: JsonObject): NeutralAnswer;
  readError(text: string, status: number): NeutralError;
  reader(): AnswerReader;
}

/** What an upstream's half needs to write a request. */
export interface Writing {
  /** Marks the long numbers in texts that are parsed. */
  readonly exact: ExactNumbers;
  /** Notes that the request loses a member of the form, by a rule of the family of models. */
  drop(member: FormMember): void;
  /** The refusal of a piece of content that the upstream cannot take. */
  refuse(part: OwnPart | MediaPart): GatewayError;
}

/** Reads one streamed answer. */
export interface AnswerReader {
  /** What the data of one event says. @throws GatewayError upstream_invalid_response for what is not an event */
  read(data: string): readonly AnswerEvent[];
  /** Characters of generated text so far. */
  readonly characters: number;
  /** Whether the upstream has said how the answer ends. */
  readonly mayEnd: boolean;
  /** The usage that the upstream has reported so far. */
  reported(): Usage | undefined;
  /** That, or an estimate from what passed. */
  usage(estimatedPromptTokens: number): Usage;
  facts(): AnswerFacts;
}
