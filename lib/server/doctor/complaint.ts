/** What doctor looks at, in the order of its report. */
export const CHECKS = [
  "settings",
  "database",
  "gateway",
  "journal",
  "clock",
  "issuers",
  "upstreams",
  "disk",
  "memory",
] as const;
export type Check = (typeof CHECKS)[number];

/** Something that is wrong with an installation. */
export interface Complaint {
  readonly check: Check;
  /** A sentence without its full stop. */
  readonly problem: string;
  /** What to do about it, also without a full stop. */
  readonly cure: string;
}

export function complaint(check: Check, problem: string, cure: string): Complaint {
  return { check, problem, cure };
}

/** That a database cannot be reached. Messages of its setup have their cure after the last colon and space. */
export function unreached(message: string, cure: string): Complaint {
  const at = message.lastIndexOf(": ");
  if (at === -1) return complaint("database", message, cure);
  return complaint("database", message.slice(0, at), message.slice(at + 2));
}
