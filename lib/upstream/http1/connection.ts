import type { Socket } from "node:net";
import { Pieces } from "@/lib/http/pieces";
import type { AnswerHead } from "./answer-head";
import { AnswerReader } from "./answer-reader";
import { MovingDeadline } from "./moving-deadline";
import { requestHead, type WireRequest } from "./request-head";

/** A request, and how long its answer may take in milliseconds: until its head, and between two pieces of its body. */
export interface TimedRequest extends WireRequest {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  /** Whether it goes out once at most, also on a connection that is closed before a byte of its answer. */
  readonly isSentOnce?: boolean;
}

/** How the reader of an answer slows it down or breaks it off. */
export interface AnswerControl {
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** What gets an answer, in the order of these methods. Either the end or the error comes last, once. */
export interface AnswerHandler {
  /** The request begins to go out. */
  onRequestStart(control: AnswerControl): void;
  onResponseStart(control: AnswerControl, status: number, headers: AnswerHead["headers"]): void;
  onResponseData(control: AnswerControl, bytes: Buffer): void;
  onResponseEnd(): void;
  /** `control`: null if the request has not gone out. */
  onResponseError(control: AnswerControl | null, error: Error): void;
}

/** The other side closed the connection before its answer was complete. */
export class ConnectionClosed extends Error {
  readonly code = "UND_ERR_SOCKET";
}

class AnswerTooSlow extends Error {
  constructor(readonly code: "UND_ERR_HEADERS_TIMEOUT" | "UND_ERR_BODY_TIMEOUT") {
    super(code === "UND_ERR_HEADERS_TIMEOUT" ? "no head came in time" : "the answer came to a halt");
  }
}

/** Bytes. Up to this size, head and body go out in one piece; for larger bodies the copy costs more than it saves. */
const COPIED = 16 * 1024;

/** What becomes of a connection after a call. */
export interface ConnectionOwner {
  /** It may carry another call. */
  free(connection: Connection): void;
  /** It has ended. */
  ended(connection: Connection): void;
  /** It had served before, and was closed before a byte of this call's answer: its upstream has not read the call. */
  unread(call: LineCall): void;
}

/** One call on its way. It is what the reader of its answer controls, and later calls of the connection are not. */
export class LineCall implements AnswerControl {
  #connection: Connection | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(
    readonly request: TimedRequest,
    readonly body: Buffer | Pieces | undefined,
    readonly handler: AnswerHandler,
  ) {}

  get paused(): boolean {
    return this.#isPaused;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Goes out on a connection. */
  startOn(connection: Connection): void {
    this.#connection = connection;
    this.handler.onRequestStart(this);
  }

  /** Its upstream has not read it, so it may go out again. */
  withdraw(): void {
    this.#connection = undefined;
  }

  pause(): void {
    if (this.#isOver) return;
    this.#isPaused = true;
    this.#connection?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (!this.#isOver) this.#connection?.resume();
  }

  abort(reason: Error): void {
    if (!this.#isOver) this.#connection?.destroy(reason);
  }

  end(): void {
    this.#isOver = true;
    this.handler.onResponseEnd();
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.handler.onResponseError(this.#connection ? this : null, error);
  }
}

/** A connection that carries one call after the other, never two at once. */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  readonly #owner: ConnectionOwner;
  readonly #reader: AnswerReader;
  readonly #deadline = new MovingDeadline(() => this.#tooLate());
  #call: LineCall | undefined;
  #isReused = false;
  #hasHead = false;

  /** `host`: with the port, as the requests name it. */
  constructor(socket: Socket, host: string, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#host = host;
    this.#owner = owner;
    this.#reader = new AnswerReader(this);
    socket.on("data", (bytes: Buffer) => this.#read(bytes));
    socket.on("end", () => this.#closed());
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.#closed());
  }

  get isUsable(): boolean {
    return this.#socket.writable && !this.#socket.readableEnded;
  }

  /** Sends a call. @throws RequestFault */
  send(call: LineCall): void {
    const { request, body } = call;
    const head = requestHead(request, this.#host, body?.length);
    this.#call = call;
    this.#hasHead = false;
    this.#reader.begin();
    this.#deadline.move(request.headersTimeout);
    call.startOn(this);
    if (!call.isOver) this.#write(head, body);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#deadline.move(this.#call?.request.bodyTimeout ?? 0);
    this.#socket.resume();
  }

  /** Ends the connection, and the call on it with this error. */
  destroy(error: Error): void {
    const call = this.#call;
    this.#call = undefined;
    this.#reader.stop();
    this.#deadline.clear();
    this.#socket.destroy();
    this.#owner.ended(this);
    call?.fail(error);
  }

  /** Of the reader. */
  readHead({ status, headers }: AnswerHead): void {
    const call = this.#call;
    if (!call || status < 200) return;
    this.#hasHead = true;
    call.handler.onResponseStart(call, status, headers);
  }

  /** Of the reader. */
  readData(bytes: Buffer): void {
    const call = this.#call;
    call?.handler.onResponseData(call, bytes);
  }

  #write(head: string, body: Buffer | Pieces | undefined): void {
    if (!body) return void this.#socket.write(head, "latin1");
    const pieces = body instanceof Pieces ? body.all : [body];
    if (body.length <= COPIED) {
      const bytes = Buffer.allocUnsafe(head.length + body.length);
      let at = bytes.write(head, "latin1");
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.length;
      }
      this.#socket.write(bytes);
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, "latin1");
    for (const piece of pieces) this.#socket.write(piece);
    this.#socket.uncork();
  }

  #read(bytes: Buffer): void {
    if (!this.#call) return this.destroy(new ConnectionClosed("bytes came that nobody had asked for"));
    try {
      this.#reader.push(bytes);
    } catch (error) {
      return this.destroy(error instanceof Error ? error : new ConnectionClosed(String(error)));
    }
    if (this.#reader.isOver) this.#finish();
    else if (this.#hasHead) this.#deadline.move(this.#call?.request.bodyTimeout ?? 0);
  }

  /** The answer is complete. */
  #finish(): void {
    const call = this.#call;
    if (!call) return;
    this.#call = undefined;
    const { keptMs } = this.#reader;
    // An answer may come before the whole request has gone out; the rest of it would be taken for the next one.
    if (keptMs > 0 && this.#socket.writableLength === 0 && this.isUsable) {
      this.#isReused = true;
      this.#deadline.move(keptMs);
      if (call.paused) this.#socket.resume();
      this.#owner.free(this);
    } else this.destroy(new ConnectionClosed("the connection is not kept"));
    call.end();
  }

  #closed(): void {
    if (this.#reader.close()) return this.#finish();
    const call = this.#call;
    const isUnread = call && !call.request.isSentOnce && this.#isReused && !this.#reader.hasBytes;
    if (isUnread) this.#call = undefined;
    this.destroy(new ConnectionClosed("the other side closed the connection"));
    if (isUnread) this.#owner.unread(call);
  }

  #tooLate(): void {
    if (this.#call?.paused) return;
    this.destroy(
      this.#call
        ? new AnswerTooSlow(this.#hasHead ? "UND_ERR_BODY_TIMEOUT" : "UND_ERR_HEADERS_TIMEOUT")
        : new ConnectionClosed("nobody used the connection"),
    );
  }
}
