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
