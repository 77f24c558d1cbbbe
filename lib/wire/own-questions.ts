/**
 * The questions that a user who is not an administrator can ask about their own entities; each is a GET of the
 * management API.
 */
export const OWN_QUESTIONS = {
  user: "/user/info",
  team: "/team/info",
  keys: "/key/list",
  report: "/spend/report",
  calls: "/spend/logs",
  models: "/models",
  refusals: "/auth/refusals/own",
} as const;
export type OwnQuestion = keyof typeof OWN_QUESTIONS;

/** The keys that `key_generation_settings` lets the user make. */
export interface OwnKeyRights {
  /** Whether they may make keys without a team. */
  readonly personal: boolean;
  /** The teams of which they may make keys. */
  readonly teams: readonly string[];
}

/** The payer whose spend and calls a caller sees. */
export interface OwnPayer {
  readonly kind: "team" | "user";
  readonly id: string;
}

/** What the console knows of the user, and the questions that their allowed routes let them ask. */
export interface OwnAnswers {
  readonly userId: string | undefined;
  readonly teams: readonly string[];
  /** The teams that they administer. */
  readonly administers: readonly string[];
  readonly open: readonly OwnQuestion[];
  /** Whether they may ask which tools they may use. */
  readonly listsTools: boolean;
  /** Absent: they cannot make keys on this page. */
  readonly makesKeys?: OwnKeyRights;
  /** The payer whose spend they see. */
  readonly payer?: OwnPayer;
}
