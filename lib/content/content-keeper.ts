import type { CapturedPrompt } from "./stored-content";

/** Whose content it is, by the ids of its call or refusal. */
export interface ContentOwner {
  /** The id of the call, or of the refusal. */
  readonly id: string;
  readonly route: string;
  readonly keyId: string | null;
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly endUserId: string | null;
  /** For how many days it is kept. */
  readonly days: number;
}

/** The content of a call that is in flight. */
export interface OpenContent {
  /** How the answer begins. */
  begin(status: number, contentType: string): void;
  /** Takes note of a piece of the answer, which it does not copy. It never waits. */
  push(piece: Uint8Array): void;
  /** Hands it over to be stored. Only the first time counts. `id`: of its refusal, if it was refused. */
  end(id?: string): void;
}

/** Why content was not stored. */
export type ContentLoss = "room" | "database" | "refused";

/** How the keeping of content stands. */
export interface ContentState {
  /** Calls that are in flight or wait to be stored, and the bytes that they take. */
  readonly open: number;
  readonly bytes: number;
  /** Since the start. */
  readonly stored: number;
  readonly dropped: Readonly<Record<ContentLoss, number>>;
}

/**
 * Keeps the content of calls whose team or key has opted in. No call waits for it: what there is no room for, and what
 * cannot be stored, is dropped and counted.
 */
export interface ContentKeeper {
  /** Undefined: there is no room, so the content is dropped. */
  open(owner: ContentOwner, prompt: CapturedPrompt): OpenContent | undefined;
  readonly state: ContentState;
  /** Resolves once everything that waits now is stored or dropped. */
  drained(): Promise<void>;
  /** Stores what waits, if that succeeds at once. */
  close(): Promise<void>;
}
