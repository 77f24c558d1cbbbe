import { alertName } from "./alert-words";

/** What a silence is about; null: everything. */
export interface SilencedThing {
  readonly type: string | null;
  readonly subject: string | null;
}

/** What a silence is about, as people say it. */
export function silencedThing({ type, subject }: SilencedThing): string {
  const what = type === null ? "Every alert" : alertName(type);
  return subject === null ? what : `${what}: ${subject}`;
}
