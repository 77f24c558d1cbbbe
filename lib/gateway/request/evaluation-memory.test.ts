import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest, VerifiedToken } from "@/lib/auth/decision";
import type { State } from "@/lib/auth/cases/case";
import { configFile, type Settings } from "@/lib/config/schema";
import { asCase, questionArbitrary, type Question } from "@/testing/auth/decision-arbitrary";
import { accessRequestOf, directoryOf, settingsOf, verifiedToken } from "@/testing/auth/decision-case";
import { testSettings } from "@/testing/gateway/test-settings";
import { evaluate } from "./evaluate";
import { rememberEvaluations } from "./evaluation-memory";
import type { Directory } from "@/lib/auth/facts";
import type { SettingsStore } from "@/lib/settings/settings-store";
import type { VersionedDirectory } from "@/lib/store/directory/directory";
import { RowChanges, type RowKind } from "@/lib/store/directory/row-changes";

const NOW = Date.UTC(2026, 0, 1);

/** A process's settings and directory, which the test changes, and how often the directory was read. */
class World implements VersionedDirectory {
  settings: Settings;
  isDeaf = false;
  reads = 0;
  /** Called within each read, before it answers. */
  meanwhile = (): void => {};
  #state: State;
  readonly #changes = new RowChanges();

  constructor({ state, settings }: { readonly state: State; readonly settings: Settings }) {
    this.#state = state;
    this.settings = settings;
  }

  /** Announces only the rows that differ. */
  change(state: State): void {
    for (const [kind, id] of differences(this.#state, state)) this.#changes.change(kind, id);
    this.#state = state;
  }

  /** Like the real directory: undefined while it hears of no changes. */
  get version(): number | undefined {
    return this.isDeaf ? undefined : this.#changes.version;
  }
  areUnchanged(buckets: Iterable<number>, since: number): boolean {
    return this.#changes.areUnchanged(buckets, since);
  }
  hearAgain(): void {
    this.isDeaf = false;
    this.#changes.changeAll();
  }

  services() {
    return { directory: this, settings: { current: () => this.settings } as SettingsStore, now: () => NOW };
  }

  readonly team = this.#read((directory, id) => directory.team(id));
  readonly teamsByAlias = this.#read((directory, alias) => directory.teamsByAlias(alias));
  readonly user = this.#read((directory, id) => directory.user(id));
  readonly organization = this.#read((directory, id) => directory.organization(id));
  readonly endUser = this.#read((directory, id) => directory.endUser(id));
  readonly keyByHash = async () => undefined;

  #read<Row>(find: (directory: Directory, id: string) => Promise<Row>): (id: string) => Promise<Row> {
    return async (id) => {
      this.reads++;
      const row = await find(directoryOf(this.#state), id);
      this.meanwhile();
      return row;
    };
  }
}

/** The rows, and the names of teams, that are not the same in two states. */
function differences(one: State, other: State): [RowKind, string][] {
  const kinds = { teams: "team", users: "user", organizations: "organization", endUsers: "endUser" } as const;
  const rows = (["teams", "users", "organizations", "endUsers"] as const).flatMap((name) => {
    const [before, after] = [one[name] ?? {}, other[name] ?? {}];
    const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...ids]
      .filter((id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]))
      .map((id): [RowKind, string] => [kinds[name], id]);
  });
  const named = ({ teams = {} }: State, id: string): string | undefined => teams[id]?.alias;
  const aliases = rows
    .filter(([kind]) => kind === "team")
    .flatMap(([, id]) => [named(one, id), named(other, id)])
    .flatMap((alias): [RowKind, string][] => (alias === undefined ? [] : [["teamsByAlias", alias]]));
  return [...rows, ...aliases];
}

function settingsFor(question: Pick<Question, "file" | "access">): Settings {
  return {
    ...testSettings(),
    jwtAuth: settingsOf(
      asCase({ ...question, token: "master key", state: {}, request: { method: "GET", path: "/team/list" } }),
    ),
  };
}

const chat: AccessRequest = {
  method: "POST",
  route: "/chat/completions",
  family: "openai_routes",
  ...MODEL_CALL,
  model: "gpt-4o",
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
};
const token = (claims: Record<string, unknown>): VerifiedToken => ({
  kind: "jwt",
  via: "bearer",
  claims,
  issuer: undefined,
});
const open: State = { teams: { t1: {} } };

function worldOfTeam(state = open): World {
  return new World({ state, settings: settingsFor({ file: { team_id_jwt_field: "team" }, access: {} }) });
}

describe("a remembered evaluation", () => {
  test("a remembered evaluation equals a fresh one, whatever changes in between", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(questionArbitrary, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        async (questions, steps) => {
          const worlds = questions.map((question) => ({ state: question.state, settings: settingsFor(question) }));
          const callers = questions.map((question) => verifiedToken(question.token));
          const world = new World(worlds[0]!);
          const services = world.services();
          const remembering = rememberEvaluations(services);
          for (const step of steps) {
            const pick = <Value>(values: readonly Value[], divisor: number): Value =>
              values[Math.floor(step / divisor) % values.length]!;
            if (step % 11 === 0) world.change(pick(worlds, 11).state);
            if (step % 13 === 0) world.settings = pick(worlds, 13).settings;
            if (step % 17 === 0) {
              if (world.isDeaf) world.hearAgain();
              else world.isDeaf = true;
            }
            const request = accessRequestOf(pick(questions, 3).request);
            const caller = pick(callers, 7);
            expect(await remembering(caller, request)).toEqual(await evaluate(services, caller, request));
          }
        },
      ),
      { numRuns: 120 },
    ));

  test("a remembered evaluation asks the directory once until something changes", async () => {
    const world = worldOfTeam();
    const ask = rememberEvaluations(world.services());
    const caller = token({ team: "t1" });
    expect((await ask(caller, chat)).decision.allow).toBe(true);
    const { reads } = world;
    expect((await ask(caller, { ...chat })).decision.allow).toBe(true);
    expect(world.reads).toBe(reads);
    world.change({ teams: { t1: { blocked: true } } });
    expect((await ask(caller, chat)).decision).toMatchObject({ allow: false, code: "team_blocked" });
  });

  test("another model of a caller is decided about by the rules, without asking the directory again", async () => {
    const state: State = { teams: { t1: { models: ["gpt-*", "o3"] } } };
    const world = worldOfTeam(state);
    const ask = rememberEvaluations(world.services());
    const caller = token({ team: "t1" });
    await ask(caller, chat);
    const { reads } = world;
    for (const model of ["o3", "gpt-5", "gpt-4o", "gpt-5"]) {
      const fresh = await evaluate(worldOfTeam(state).services(), caller, { ...chat, model });
      expect(await ask(caller, { ...chat, model })).toEqual(fresh);
    }
    expect(world.reads).toBe(reads);
    const refused = await ask(caller, { ...chat, model: "claude" });
    expect(refused.decision).toMatchObject({ allow: false, code: "team_model_not_allowed" });
    world.change({ teams: { t1: { blocked: true } } });
    expect((await ask(caller, { ...chat, model: "gpt-6" })).decision).toMatchObject({ code: "team_blocked" });
  });

  test("another tool of a caller is decided about by the rules, without asking the directory again", async () => {
    const { mcp_servers: file } = configFile.parse({ mcp_servers: { github: { url: "http://127.0.0.1:9/mcp" } } });
    const permission = { mcp_servers: ["github"], mcp_tool_permissions: { github: ["read_*"] } };
    const world = worldOfTeam({ teams: { t1: { permission } } });
    world.settings = { ...world.settings, mcpServers: Object.entries(file).map(([name, one]) => ({ ...one, name })) };
    const [ask, caller] = [rememberEvaluations(world.services()), token({ team: "t1" })];
    const tools = { ...chat, route: "/mcp", family: "mcp_routes", model: undefined, mcpServer: "github" } as const;
    await ask(caller, tools);
    const { reads } = world;
    for (const mcpTool of ["read_file", "read_issue", "read_file", "create"])
      expect((await ask(caller, { ...tools, mcpTool })).decision.allow).toBe(mcpTool !== "create");
    expect(world.reads).toBe(reads);
  });

  test("an evaluation of a call is not that of one which brings other tools", async () => {
    const world = worldOfTeam({ teams: { t1: { hostedTools: ["web_search"] } } });
    const ask = rememberEvaluations(world.services());
    const caller = token({ team: "t1" });
    const bringing = (...tools: string[]) => ask(caller, { ...chat, hostedTools: tools });
    expect((await ask(caller, chat)).decision.allow).toBe(true);
    expect((await bringing("web_search")).decision.allow).toBe(true);
    const { reads } = world;
    expect((await bringing("web_search")).decision.allow).toBe(true);
    expect(world.reads).toBe(reads);
    for (const tools of [["code"], ["web_search", "code"]])
      expect((await bringing(...tools)).decision).toMatchObject({ allow: false, code: "hosted_tool_not_allowed" });
  });

  test("a change of one row forgets what depends on it alone, a row that did not exist included", async () => {
    const state: State = { teams: { t1: { organization: "o1" }, t2: {} }, organizations: { o1: {} } };
    const world = worldOfTeam(state);
    const ask = rememberEvaluations(world.services());
    const [one, two] = [token({ team: "t1" }), token({ team: "t2" })];
    const [first, second] = [await ask(one, chat), await ask(two, chat)];
    const { reads } = world;
    world.change({ ...state, teams: { ...state.teams, t3: {} } });
    expect([await ask(one, chat), await ask(two, chat)]).toEqual([first, second]);
    expect(world.reads).toBe(reads);
    world.change({ ...state, organizations: { o1: { blocked: true } } });
    expect((await ask(one, chat)).decision).toMatchObject({ allow: false });
    const asked = world.reads;
    expect(await ask(two, chat)).toBe(second);
    expect(world.reads).toBe(asked);
  });

  test("a change between two questions of different callers is forgotten by neither", async () => {
    const world = worldOfTeam({ teams: { t1: {}, t2: {} } });
    const ask = rememberEvaluations(world.services());
    const [one, two] = [token({ team: "t1" }), token({ team: "t2" })];
    await ask(one, chat);
    await ask(two, chat);
    world.change({ teams: { t1: { blocked: true }, t2: {} } });
    expect((await ask(two, chat)).decision.allow).toBe(true);
    expect((await ask(one, chat)).decision.allow).toBe(false);
  });

  test("each different request has its own remembered evaluation", async () => {
    const ask = rememberEvaluations(worldOfTeam({ teams: { t1: { models: ["gpt-4o"] } } }).services());
    const caller = token({ team: "t1" });
    expect((await ask(caller, chat)).decision.allow).toBe(true);
    expect((await ask(caller, { ...chat, model: "other" })).decision.allow).toBe(false);
    expect((await ask(caller, { ...chat, endUser: "eve" })).decision).toMatchObject({
      principal: { endUserId: "eve" },
    });
    expect(
      (
        await ask(caller, {
          ...chat,
          method: "GET",
          route: "/team/list",
          family: "management_routes",
          model: undefined,
        })
      ).decision.allow,
    ).toBe(false);
  });

  test("an evaluation during which something changed is not remembered", async () => {
    const world = worldOfTeam();
    const ask = rememberEvaluations(world.services());
    const caller = token({ team: "t1" });
    world.meanwhile = () => {
      world.meanwhile = () => {};
      world.change({ teams: { t1: { blocked: true } } });
    };
    await ask(caller, chat);
    expect((await ask(caller, chat)).decision.allow).toBe(false);
  });

  test.each([
    ["while changes go unheard", (world: World) => void (world.isDeaf = true), token({ team: "t1" })],
    ["of a key that expires", () => {}, verifiedToken({ key: { team: "t1", expiresIn: 3600 } })],
    ["of the master key", () => {}, verifiedToken("master key")],
  ])("no evaluation is remembered %s", async (_when, prepare, caller) => {
    const world = worldOfTeam();
    prepare(world);
    const ask = rememberEvaluations(world.services());
    const first = await ask(caller, chat);
    expect(first.decision.allow).toBe(true);
    expect(await ask(caller, chat)).not.toBe(first);
  });

  test("tokens that differ only in claims that nobody reads share an answer, and no others do", async () => {
    const world = worldOfTeam();
    const ask = rememberEvaluations(world.services());
    const first = await ask(token({ team: "t1", sub: "one", jti: "1", exp: 1 }), chat);
    const { reads } = world;
    expect(await ask(token({ team: "t1", sub: "one", jti: "2", exp: 2 }), chat)).toBe(first);
    expect(world.reads).toBe(reads);
    expect(await ask(token({ team: "t1", sub: "two", jti: "1", exp: 1 }), chat)).not.toBe(first);
    world.change({ teams: { t1: { blocked: true } } });
    expect((await ask(token({ team: "t1", sub: "one", jti: "3" }), chat)).decision.allow).toBe(false);
  });

  test("callers in use stay remembered while ever new ones come and go", async () => {
    const world = worldOfTeam();
    const { general } = world.settings;
    world.settings = { ...world.settings, general: { ...general, remembered_callers: 100 } };
    const ask = rememberEvaluations(world.services());
    const [busy, idle] = [token({ team: "t1", sub: "busy" }), token({ team: "t1", sub: "idle" })];
    const [first, once] = [await ask(busy, chat), await ask(idle, chat)];
    for (let number = 0; number < 300; number++) {
      await ask(token({ team: "t1", sub: String(number) }), chat);
      if (number % 40 === 0) expect(await ask(busy, chat)).toBe(first);
    }
    expect(await ask(idle, chat)).not.toBe(once);
  });

  test("the remembered evaluations stay bounded for a caller who asks for ever new models", async () => {
    const ask = rememberEvaluations(worldOfTeam().services());
    const caller = token({ team: "t1" });
    const first = await ask(caller, chat);
    expect(await ask(caller, chat)).toBe(first);
    for (let number = 0; number < 20; number++) await ask(caller, { ...chat, model: `model-${number}` });
    const again = await ask(caller, chat);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });
});
