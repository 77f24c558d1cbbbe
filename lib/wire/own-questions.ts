/** What somebody who is no administrator can ask about what is theirs, each a GET of the management API. */
export const OWN_QUESTIONS = {
  user: "/user/info",
  team: "/team/info",
  keys: "/key/list",
  report: "/spend/report",
  calls: "/spend/logs",
  models: "/models",
} as const;
export type OwnQuestion = keyof typeof OWN_QUESTIONS;

/** Who is asking, and which of the questions their routes let them ask. */
export interface OwnAnswers {
  readonly userId: string | undefined;
  readonly teams: readonly string[];
  readonly open: readonly OwnQuestion[];
  /** Whose spend they are shown: "the team search". */
  readonly payer?: string;
}
