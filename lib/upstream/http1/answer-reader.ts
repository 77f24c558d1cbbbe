import { type AnswerHead, AnswerFault, isOfName, readHead } from "./answer-head";

/** What gets the parts of an answer, in their order. */
export interface AnswerSink {
  /** Also of an interim answer, whose status is below 200; another head follows that. */
  readHead(head: AnswerHead): void;
  readData(bytes: Buffer): void;
}

/** An answer whose head is longer than the gateway reads. */
class HeadTooLong extends Error {
  readonly code = "UND_ERR_HEADERS_OVERFLOW";
}

/** An answer to what the request does not say: that it waits with its body, or that it takes another protocol. */
class UnaskedAnswer extends Error {
  override readonly name = "UnaskedAnswer";
}

/** Bytes. Node.js takes as many by itself. */
const LONGEST_HEAD = 16 * 1024;
/** Bytes of all extensions of a chunk, and of the trailers. */
const LONGEST_ASIDE = 16 * 1024;
/** Hexadecimal digits of the size of a chunk: up to 2^52 bytes. */
const MOST_DIGITS = 13;

const HEAD_END = Buffer.from("\r\n\r\n");
const PROTOCOL = Buffer.from("HTTP/1.");
const [CR, LF, SPACE, SEMICOLON, COLON] = [0x0d, 0x0a, 0x20, 0x3b, 0x3a];

type State =
  /** No answer is expected. */
  | "idle"
  | "head"
  /** As many bytes of the body or of a chunk as are left. */
  | "length"
  | "chunk data"
  | "until close"
  /** In the line before a chunk: its digits, what follows them, which is not empty, its end. */
  | "chunk size"
  | "chunk extension start"
  | "chunk extension"
  /** Behind a semicolon, which a quoted value may contain, with a space behind it. */
  | "chunk extension next"
  | "chunk size end"
  /** Behind the bytes of a chunk. */
  | "chunk end"
  | "chunk line end"
  /** Behind the last chunk. */
  | "trailer start"
  | "trailer name"
  | "trailer"
  | "trailer end"
  | "last end"
  /** Nothing more is read. */
  | "stopped";

/**
 * Reads the answers of one connection (RFC 9112), one after the other, whatever the pieces in which they come. It is
 * strict: what two readers could understand differently is a fault.
 */
export class AnswerReader {
  readonly #sink: AnswerSink;
  #state: State = "idle";
  /** The beginning of a head. */
  #held: Buffer | undefined;
  #left = 0;
  #digits = 0;
  #aside = 0;
  #keptMs = 0;
  #hasBytes = false;

  constructor(sink: AnswerSink) {
    this.#sink = sink;
  }

  /** Whether an answer is complete, or none has been expected yet. */
  get isOver(): boolean {
    return this.#state === "idle";
  }

  /** Whether a byte of the answer has come. */
  get hasBytes(): boolean {
    return this.#hasBytes;
  }

  /** For how long the connection may be kept after the last answer, in milliseconds; 0: not at all. */
  get keptMs(): number {
    return this.#keptMs;
  }

  /** Expects an answer. */
  begin(): void {
    this.#state = "head";
    this.#hasBytes = false;
    this.#keptMs = 0;
  }

  /** Reads nothing more. */
  stop(): void {
    this.#state = "stopped";
  }

  /** Reads what has come. @throws AnswerFault, HeadTooLong */
  push(bytes: Buffer): void {
    this.#hasBytes = true;
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === "idle") {
        // Bytes that nobody has asked for: whatever follows cannot be told from an answer.
        this.#keptMs = 0;
        return;
      }
      if (this.#state === "stopped") return;
      at = this.#read(bytes, at);
    }
  }

  /** Says that the connection has ended. Returns whether that ends the answer. */
  close(): boolean {
    if (this.#state !== "until close") return false;
    this.#state = "idle";
    return true;
  }

  /** Reads one part. Returns where the next one begins. */
  #read(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case "head":
        return this.#readHead(bytes, at);
      case "length":
      case "chunk data":
        return this.#readCounted(bytes, at);
      case "until close":
        this.#sink.readData(at === 0 ? bytes : bytes.subarray(at));
        return bytes.length;
      default:
        this.#readControl(bytes[at] ?? 0);
        return at + 1;
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const before = this.#held?.length ?? 0;
    const whole = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    const end = whole.indexOf(HEAD_END, this.#held ? Math.max(0, before - HEAD_END.length) : at);
    if ((end === -1 ? whole.length - at : end - at) > LONGEST_HEAD) throw new HeadTooLong("the head is too long");
    if (end === -1) {
      this.#held = this.#held ? whole : whole.subarray(at);
      requireProtocol(this.#held);
      return bytes.length;
    }
    const head = readHead(whole.toString("latin1", this.#held ? 0 : at, end));
    this.#held = undefined;
    this.#expectBody(head);
    this.#sink.readHead(head);
    return end + HEAD_END.length - before;
  }

  #expectBody({ status, framing, keptMs }: AnswerHead): void {
    if (status === 100 || status === 101) throw new UnaskedAnswer(`nobody has asked for an answer with ${status}`);
    if (status < 200) return;
    this.#keptMs = keptMs;
    if (framing.kind === "chunked") return this.#expectChunk();
    if (framing.kind === "until close") this.#state = "until close";
    else {
      this.#left = framing.bytes;
      this.#state = framing.bytes === 0 ? "idle" : "length";
    }
  }

  #expectChunk(): void {
    this.#state = "chunk size";
    this.#left = 0;
    this.#digits = 0;
    this.#aside = 0;
  }

  #readCounted(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    if (this.#left === 0) this.#state = this.#state === "length" ? "idle" : "chunk end";
    this.#sink.readData(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    return end;
  }

  /** Reads a byte between the bytes of chunks (RFC 9112 §7.1). */
  #readControl(byte: number): void {
    switch (this.#state) {
      case "chunk size":
        return this.#readSize(byte);
      case "chunk extension start":
        if (byte === CR || byte === SPACE) throw new AnswerFault("a chunk's extension is not valid");
        this.#state = "chunk extension";
        return this.#skip(byte);
      case "chunk extension next":
        this.#state = "chunk extension";
        return this.#skip(byte); // a line break here is a control character
      case "chunk extension":
        if (byte === SEMICOLON) this.#state = "chunk extension next";
        return byte === CR ? void (this.#state = "chunk size end") : this.#skip(byte);
      case "chunk size end":
        requireByte(byte, LF);
        this.#state = this.#left === 0 ? "trailer start" : "chunk data";
        return;
      case "chunk end":
        requireByte(byte, CR);
        this.#state = "chunk line end";
        return;
      case "chunk line end":
        requireByte(byte, LF);
        return this.#expectChunk();
      case "trailer start":
        return byte === CR ? void (this.#state = "last end") : this.#readTrailerName(byte);
      case "trailer name":
        if (byte !== COLON) return this.#readTrailerName(byte);
        this.#state = "trailer";
        return this.#skip(byte);
      case "trailer":
        return byte === CR ? void (this.#state = "trailer end") : this.#skip(byte);
      case "trailer end":
        requireByte(byte, LF);
        this.#state = "trailer start";
        return;
      default:
        requireByte(byte, LF);
        this.#state = "idle";
    }
  }

  #readSize(byte: number): void {
    const digit = hexadecimal(byte);
    if (digit !== undefined && this.#digits < MOST_DIGITS) {
      this.#digits++;
      this.#left = this.#left * 16 + digit;
    } else if (this.#digits > 0 && byte === CR) this.#state = "chunk size end";
    else if (this.#digits > 0 && byte === SEMICOLON) this.#state = "chunk extension start";
    else throw new AnswerFault("the size of a chunk is not valid");
  }

  #readTrailerName(byte: number): void {
    if (!isOfName(byte)) throw new AnswerFault("a trailer is not valid");
    this.#state = "trailer name";
    this.#skip(byte);
  }

  /** Leaves out a byte of an extension or a trailer. */
  #skip(byte: number): void {
    if ((byte < 0x20 && byte !== 0x09) || byte === 0x7f) throw new AnswerFault("a chunk's extension is not valid");
    if (++this.#aside > LONGEST_ASIDE) throw new AnswerFault("the extensions of the chunks are too long");
  }
}

/** An upstream that speaks another protocol may wait for an answer in it, so the first bytes have to tell. */
function requireProtocol(head: Buffer): void {
  const seen = Math.min(head.length, PROTOCOL.length);
  if (head.compare(PROTOCOL, 0, seen, 0, seen) !== 0) throw new AnswerFault("the status line is not valid");
}

function requireByte(byte: number, expected: number): void {
  if (byte !== expected) throw new AnswerFault("a line break is missing");
}

function hexadecimal(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : undefined;
}
