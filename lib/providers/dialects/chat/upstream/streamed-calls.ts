import { GatewayError } from "@/lib/errors";
import type { StepOfAnswer } from "../../../form/answer";
import { objectAt, textAt, type JsonObject } from "../../../json-value";

interface StreamedCall {
  /** As the upstream gave it. */
  readonly id: string | undefined;
  /** Which call of the answer it is; undefined: its name has not come yet. */
  call: number | undefined;
  /** The arguments that came before the name. */
  held: string;
}

/** Reads the calls of one choice, whose arguments come in pieces. */
export class CallReader {
  /** By their index or id, whichever the upstream sends. */
  readonly #calls = new Map<unknown, StreamedCall>();
  /** The key of the call whose arguments came last; undefined: something else came after them. */
  #key: unknown;
  /** How many calls have begun. */
  count = 0;

  /** Notes that something else was said. */
  interrupt(): void {
    this.#key = undefined;
  }

  /** Adds what a delta says of a call, and returns the characters that it generates. */
  read(delta: JsonObject, steps: StepOfAnswer[]): number {
    const called = objectAt(delta, "function");
    const id = textAt(delta, "id") || undefined;
    const name = textAt(called, "name") || undefined;
    const text = textAt(called, "arguments") ?? "";
    // Not every provider sends an index; then a new id starts a new call.
    const key = delta["index"] ?? id ?? this.#key;
    this.#key = key;
    const known = this.#calls.get(key);
    // Some give all calls the same index.
    const isOther = known?.id !== undefined && id !== undefined && id !== known.id && name !== undefined;
    if (known && isOther) check(known);
    const open: StreamedCall = known && !isOther ? known : { id, call: undefined, held: "" };
    this.#calls.set(key, open);
    if (open.call === undefined) {
      open.held += text;
      if (name !== undefined) this.#begin(open, id, name, steps);
    } else if (text !== "") steps.push({ kind: "arguments", call: open.call, text });
    return text.length;
  }

  /** @throws GatewayError upstream_invalid_response if a call has arguments and no name */
  end(): void {
    for (const open of this.#calls.values()) check(open);
  }

  #begin(open: StreamedCall, id: string | undefined, name: string, steps: StepOfAnswer[]): void {
    const call = this.count++;
    open.call = call;
    steps.push({ kind: "call", call, id: open.id ?? id ?? `call_${call}`, name });
    if (open.held !== "") steps.push({ kind: "arguments", call, text: open.held });
  }
}

function check({ call, held }: StreamedCall): void {
  if (call === undefined && held !== "")
    throw new GatewayError("upstream_invalid_response", "The upstream called a tool without its name.");
}
