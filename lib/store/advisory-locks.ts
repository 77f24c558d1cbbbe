/**
 * PostgreSQL's advisory locks that have one number. No two may share a number: work of one kind would stop for that of
 * the other. A released number stays, so that nodes of different versions exclude each other. Migrations have numbers
 * of their own, and budgets and partitions have locks of two numbers.
 */
export const ADVISORY_LOCKS = {
  prunedCalls: 7_200_301,
  clickHouseSchema: 7_200_303,
  movedFigures: 7_200_304,
  clickHouseSums: 7_200_305,
  revisions: 0x67617465,
  signingKeys: 7_200_306,
  alertTurn: 7_311_406_020,
} as const;
