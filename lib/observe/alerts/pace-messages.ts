import type { AlertMessage, SummarizedAlert } from "@/lib/alert";

type SingleMessage = Extract<AlertMessage, { kind: "alert" }>;

export interface PacedMessages {
  readonly single: readonly SingleMessage[];
  /** Everything beyond what may be sent one by one. */
  readonly summarized: readonly SummarizedAlert[];
}

/**
 * Chooses the messages that are sent one by one, so that a channel gets at most `most` in a minute: openings before
 * resolutions, otherwise in their order. The rest goes into one summary. `sent`: how many the channel got in the last
 * minute.
 */
export function paceMessages(messages: readonly SingleMessage[], sent: number, most: number): PacedMessages {
  const room = Math.max(0, most - sent);
  if (messages.length <= room) return { single: messages, summarized: [] };
  const ordered = [
    ...messages.filter(({ state }) => state === "open"),
    ...messages.filter(({ state }) => state === "resolved"),
  ];
  return {
    single: ordered.slice(0, room),
    summarized: ordered
      .slice(room)
      .map(({ alertId, type, state, subject, message }) => ({ alertId, type, state, subject, message })),
  };
}
