import { expect, test } from "vitest";
import { inputOf } from "@/testing/auth/decision-case";
import { chat, jwt, type JwtAuthInput, type RequestInput, type State, type Token } from "./cases/case";
import { isFault } from "./identify";
import { findNearestMiss } from "./nearest-miss";

const MODEL = "gpt-4o";
const OTHERS = { models: ["other"] };

interface Line {
  readonly who: string;
  readonly token: Token;
  readonly settings?: JwtAuthInput;
  readonly request?: RequestInput;
  readonly state: State;
  readonly repair: string;
}

/** Each state has a team "open" with every model, which the caller could be moved to. */
const LINES: readonly Line[] = [
  {
    who: "a token's team that lacks the model gets it, before the token names another team",
    token: jwt({ team: "t1" }),
    settings: { team_id_jwt_field: "team" },
    state: { teams: { t1: OTHERS, open: {} } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "the first of the groups' teams gets the model, before the groups name another team",
    token: jwt({ groups: ["t1", "t2"] }),
    settings: { team_ids_jwt_field: "groups" },
    state: { teams: { t1: OTHERS, t2: OTHERS, open: {} } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "the team that the caller chose gets the model, before the caller chooses none of the groups",
    token: jwt({ groups: ["t1", "t2"] }),
    settings: { team_ids_jwt_field: "groups" },
    request: chat(MODEL, { team: "t1" }),
    state: { teams: { t1: OTHERS, t2: {}, open: {} } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "a member's team gets the model, before the member joins another team",
    token: jwt({ sub: "u1" }),
    settings: { user_id_jwt_field: "sub", enforce_team_based_model_access: true },
    state: { teams: { t1: OTHERS, open: {} }, users: { u1: { teams: ["t1"] } } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "a user who lacks the model gets it, before the token names a team",
    token: jwt({ sub: "u1" }),
    settings: { user_id_jwt_field: "sub" },
    state: { teams: { open: {} }, users: { u1: OTHERS } },
    repair: 'the models of the user "u1" included "gpt-4o"',
  },
  {
    who: "a blocked team that lacks the model is unblocked and gets it, before the token names another team",
    token: jwt({ team: "t1" }),
    settings: { team_id_jwt_field: "team", team_allowed_routes: ["openai_routes"] },
    state: { teams: { t1: { ...OTHERS, blocked: true } } },
    repair: 'the team "t1" were not blocked and the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "a group's open team gets the model, before the block of the next group's team is lifted",
    token: jwt({ groups: ["t1", "t2"] }),
    settings: { team_ids_jwt_field: "groups" },
    state: { teams: { t1: OTHERS, t2: { blocked: true } } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "a group's team gets the model, before the next group becomes a team",
    token: jwt({ groups: ["t1", "new"] }),
    settings: { team_ids_jwt_field: "groups" },
    state: { teams: { t1: OTHERS } },
    repair: 'the models of the team "t1" included "gpt-4o"',
  },
  {
    who: "a token without a team names one, before the team of all such tokens gets the model",
    token: jwt({ sub: "u1" }),
    settings: { user_id_jwt_field: "sub", team_id_default: "everybody" },
    state: { teams: { everybody: OTHERS, open: {} }, users: { u1: {} } },
    repair: 'the token named the team "open" in "client_id"',
  },
  {
    who: "a token's group names a team with the model, before the organisation of its team gets it",
    token: jwt({ groups: ["t1"] }),
    settings: { team_ids_jwt_field: "groups" },
    state: { teams: { t1: { organization: "o1" }, open: {} }, organizations: { o1: OTHERS } },
    repair: 'the token\'s groups named the team "open"',
  },
  {
    who: "a key that lacks the model gets it",
    token: { key: { team: "t1", ...OTHERS } },
    state: { teams: { t1: {}, open: {} } },
    repair: 'the models of the key "k1" included "gpt-4o"',
  },
];

test.each(LINES)("the nearest repair of a refused model: $who", async ({ who, state, repair, ...line }) => {
  const { identity, ...input } = await inputOf({
    name: who,
    spec: [],
    request: chat(MODEL),
    expect: { deny: "invalid_token" },
    state,
    ...line,
  });
  if (isFault(identity)) throw new Error(identity.message);
  const knownTeams = Object.entries(state.teams ?? {}).map(([id, { models = [], blocked = false }]) => ({
    id,
    alias: null,
    organizationId: null,
    models,
    blocked,
  }));
  expect(findNearestMiss({ ...input, identity, knownTeams })?.sentence).toBe(`It would be allowed if ${repair}.`);
});
