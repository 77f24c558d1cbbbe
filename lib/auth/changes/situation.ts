import type { Facts, Identity, TeamFacts, UserFacts } from "../decision";
import type { DecisionInput } from "../standing";

/** The decision's input, plus the teams that a change may add. The token may name some of them already. */
export interface Situation extends DecisionInput {
  readonly knownTeams: readonly TeamFacts[];
}

/** The situation with another token, or another key. */
export function withIdentity(situation: Situation, change: Partial<Identity>): Situation {
  return { ...situation, identity: { ...situation.identity, ...change } };
}

/** The situation with another record of the caller's key, if it has one. */
export function withKey(situation: Situation, change: Partial<NonNullable<Identity["key"]>>): Situation {
  const { key } = situation.identity;
  return key ? withIdentity(situation, { key: { ...key, ...change } }) : situation;
}

/** The situation with other rows of the database. */
export function withFacts(situation: Situation, change: Partial<Facts>): Situation {
  return { ...situation, facts: { ...situation.facts, ...change } };
}

export function withUser(situation: Situation, id: string, change: Partial<UserFacts>): Situation {
  return withFacts(situation, { users: changed<UserFacts>(situation.facts.users, id, change) });
}

/** The situation in which a known team is one of those that the caller may act for. */
export function withTeam(situation: Situation, id: string): Situation {
  const { facts, knownTeams } = situation;
  const team = knownTeams.find((candidate) => candidate.id === id);
  return team && !facts.teams.has(id) ? withFacts(situation, { teams: new Map(facts.teams).set(id, team) }) : situation;
}

/** The rows with another value of one of them, if it is there. */
export function changed<Row>(
  rows: ReadonlyMap<string, Row>,
  id: string,
  change: Partial<Row>,
): ReadonlyMap<string, Row> {
  const row = rows.get(id);
  return row ? new Map(rows).set(id, { ...row, ...change }) : rows;
}

export function newUser(id: string): UserFacts {
  return { id, email: null, models: [], blocked: false, teams: [] };
}
