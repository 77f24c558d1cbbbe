/** An event of a stream (`text/event-stream`). */
export interface StreamEvent {
  /** The name of the event; `message` if the stream gives none. */
  readonly name: string;
  readonly data: string;
}

/** Reads events from the pieces of a stream, which may be cut anywhere. */
export class EventReader {
  #rest = "";

  /** The events that a piece completes. */
  push(piece: string): StreamEvent[] {
    // A carriage return at the end may be the first half of a line break.
    const blocks = (this.#rest + piece).replace(/\r\n/g, "\n").split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap(readBlock);
  }
}

function readBlock(block: string): StreamEvent[] {
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
  }
  return data.length === 0 ? [] : [{ name, data: data.join("\n") }];
}
