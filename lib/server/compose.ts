import { randomUUID } from "node:crypto";
import { getHeapStatistics } from "node:v8";
import { createCallsUnderWay } from "@/lib/gateway/call/calls-under-way";
import { DeploymentStates } from "@/lib/gateway/call/deployment-states";
import type { Observer } from "@/lib/gateway/observer";
import { createDecisionRecorder } from "@/lib/gateway/record/io/decision-recorder";
import { createRefusalLog } from "@/lib/gateway/record/io/refusal-log";
import { recoveredCall } from "@/lib/gateway/recovered-call";
import { BodyMemory } from "@/lib/gateway/request/body-memory";
import { rememberEvaluations } from "@/lib/gateway/request/evaluation-memory";
import { createFulfilment } from "@/lib/gateway/request/fulfil";
import type { Services } from "@/lib/gateway/services";
import { Shutdown } from "@/lib/gateway/shutdown";
import { createToolConnections } from "@/lib/gateway/tools/connections/io/tool-connections";
import { createToolSigner } from "@/lib/gateway/tools/identity/io/tool-signer";
import { ServerStates } from "@/lib/gateway/tools/server-state";
import { ProgramDoor } from "@/lib/gateway/tools/io/program-door";
import { Programs } from "@/lib/upstream/programs/programs";
import type { Logger } from "@/lib/log";
import { openAlerts } from "@/lib/observe/alerts/io/open-alerts";
import type { SettingsStore } from "@/lib/settings/settings-store";
import { openKeptAnswers } from "@/lib/spend/io/kept-answers";
import { openDatabase } from "@/lib/store/database";
import { announceSigningKeys } from "@/lib/store/settings/signing-keys";
import { pruningClock } from "@/lib/store/pruning-clock";
import { wait } from "@/lib/time/io/wait";
import { AnswerMemory } from "@/lib/upstream/answer-memory";
import { openChanges } from "./composition/open-changes";
import { openContents } from "./composition/open-contents";
import { openDirectory } from "./composition/open-directory";
import { openIdentity } from "./composition/open-identity";
import { openCallLimits } from "./composition/open-limits";
import { openObservation } from "./composition/open-observation";
import { openOutgoing } from "./composition/open-outgoing";
import { openSettings } from "./composition/open-settings";
import { openSpend } from "./composition/open-spend";
import { startUpkeep } from "./composition/start-upkeep";
import { watchOwnNode } from "./composition/watch-own-node";
import type { LoadedConfig } from "./configuration";
import type { ConsoleSessions } from "./console/sessions/console-sessions";
import { openCustomValidate } from "./custom-validate-in-force";
import { adoptEncryptionKeys } from "./encryption-keys";
import { isFirstOfMachine, nodeName, nodePlace, type Host } from "./host";

export interface ComposeOptions {
  readonly config: LoadedConfig;
  readonly host: Pick<Host, "databaseUrl" | "directUrl" | "keptMasterKey" | "encryptionKey" | "sessionSecret"> &
    Partial<Pick<Host, "recovered">>;
  readonly log: Logger;
  readonly version: string;
  /** Further observers, beside the gateway's own. */
  readonly observers?: readonly Observer[];
}

export interface Composition {
  readonly services: Services;
  /** The console's sessions, for its own thread and pages. */
  readonly sessions: ConsoleSessions;
  /** Puts a changed configuration file in force, with its `custom_validate`. @throws CustomValidateError, TypeError */
  replaceFile: SettingsStore["replaceFile"];
  /** Drains the spend and closes every service that was opened here; an override stays open, its owner closes it. */
  close(): Promise<void>;
}

/** Opens the database, the observers and the change feed. `store`: the settings, not asked before they are read. */
async function openGround(
  { config, host, version, observers = [], ...options }: ComposeOptions,
  overrides: Partial<Services>,
  store: () => SettingsStore,
) {
  const { environment = config.environment, now = Date.now, log = options.log } = overrides;
  const settings = () => store().current();
  const database = overrides.database ?? openDatabase(host.databaseUrl, host.directUrl);
  const node = nodeName();
  const shared = { environment, version, database, log, now, settings };
  const observation = await openObservation({
    ...shared,
    node,
    others: observers,
    onFinding: (finding) => store().note(finding),
  });
  const observer = overrides.observer ?? observation.observer;
  const { changes, opened } = await openChanges({ database, log, now, observer, node }, overrides);
  return { ground: { ...shared, observer, changes, agedBy: pruningClock(database, now) }, observation, opened };
}

/**
 * Opens the services of one process. `overrides`: services that the caller brings; the others are opened on top of
 * them, so that a test replaces what it must and gets the product's wiring for everything else.
 */
export async function composeServices(
  options: ComposeOptions,
  overrides: Partial<Services> = {},
): Promise<Composition> {
  const { config, host } = options;
  const { ground, observation, opened } = await openGround(options, overrides, () => settings);
  const { environment, database, changes, now, observer } = ground;
  const { secrets, settings, ...stores } = await openSettings({ ...ground, config, host }, overrides);
  const customValidate = await openCustomValidate(config);
  const { databaseWatch, directory, readRows } = openDirectory(ground, overrides);
  const spend = overrides.spend ?? openSpend(ground);
  const { throughProxies, ...outgoing } = openOutgoing(ground, overrides);
  const upkeep = await startUpkeep({ ...ground, ...outgoing, random: Math.random, findings: settings });
  const contents = openContents({ ...ground, secrets }, overrides);
  const identity = openIdentity(
    {
      ...ground,
      secrets,
      upstreams: outgoing.upstreams,
      readRows,
      customValidate: customValidate.inForce,
      proxyFor: throughProxies,
      sessionSecret: host.sessionSecret,
    },
    overrides,
  );
  let { file } = config;
  const nodes = await watchOwnNode({ ...ground, secrets, file: () => file, sessionSecret: host.sessionSecret });
  const services: Services = {
    ...ground,
    ...ownServices({ ...ground, ...outgoing, spend }),
    databaseWatch,
    directory,
    settings,
    ...stores,
    secrets,
    spend,
    contents: contents.contents,
    ...outgoing,
    programs: new Programs((write) => new ProgramDoor(write), ground),
    toolSigner: createToolSigner({ ...ground, secrets, announce: () => announceSigningKeys(ground) }),
    toolConnections: createToolConnections({ ...ground, secrets, ...outgoing, node: changes.node, wait }),
    nodes,
    refusals: overrides.refusals ?? createRefusalLog(ground),
    recorder: overrides.recorder ?? createDecisionRecorder(ground),
    limits: overrides.limits ?? (await openCallLimits({ ...ground, spend })),
    ...upkeep.services,
    metrics: observation.metrics,
    tracing: observation.tracing,
    evaluate: rememberEvaluations({ settings, directory, now }),
    fulfil: createFulfilment({ database, changes, settings, wait }),
    ...identity.services,
    ...overrides,
  };
  opened(services);
  observation.start(services);
  host.recovered?.listen((record) => observer.callSettled?.(recoveredCall(record)));
  const alerts = openAlerts({
    ...services,
    settings: ground.settings,
    signals: observation.signals,
    node: nodePlace(environment),
    process: services.changes.node,
    speaksForNode: isFirstOfMachine(environment),
  });
  return {
    services,
    sessions: identity.sessions,
    async replaceFile(changed, findings) {
      const keptKey = environment.encryptionKey === undefined ? host.encryptionKey.reveal() : undefined;
      const refused = await adoptEncryptionKeys({ database, secrets, environment: changed.environment, keptKey });
      await customValidate.replaceFile(settings, changed, [...findings, ...refused]);
      file = changed.file;
      // Entries that could not be decrypted may be usable now. Without the database, the next change reads them.
      await settings.refresh().catch(() => {});
      await nodes.look();
    },
    close: () => closeAll(services, overrides, { alerts, upkeep, contents, observation, identity, nodes }),
  };
}

/** What begins empty in every process. */
function ownServices(ground: Pick<Services, "now" | "observer" | "credentials" | "database" | "log" | "spend">) {
  const { now, observer, credentials } = ground;
  const memory = getHeapStatistics().heap_size_limit / 4;
  return {
    bodies: new BodyMemory(memory),
    answers: new AnswerMemory(memory),
    underWay: createCallsUnderWay(),
    toolServers: new ServerStates(now),
    shutdown: new Shutdown(),
    kept: openKeptAnswers(ground),
    deployments: new DeploymentStates(now, (event) => observer.happened?.(event), credentials),
    random: Math.random,
    newId: randomUUID,
    wait,
  };
}

/** A part of a composition that is not a service. */
interface Part {
  close(): void | Promise<void>;
}

/** Closes the parts and every service that the caller has not brought, so that nothing is lost or asked too late. */
async function closeAll(
  services: Services,
  overrides: Partial<Services>,
  {
    alerts,
    upkeep,
    contents,
    observation,
    identity,
    nodes,
  }: Readonly<Record<"alerts" | "upkeep" | "contents" | "observation" | "identity" | "nodes", Part>>,
): Promise<void> {
  const own = <Name extends keyof Services>(name: Name): Services[Name] | undefined =>
    name in overrides ? undefined : services[name];
  await alerts.close();
  own("kept")?.close();
  await Promise.all([
    own("spend")?.close(),
    upkeep.close(),
    contents.close(),
    own("recorder")?.close(),
    own("refusals")?.close(),
    own("claimCatalogue")?.close(),
  ]);
  // Now that every call is settled.
  await observation.close();
  own("tokens")?.close();
  await identity.close();
  await nodes.close();
  own("databaseWatch")?.close();
  await Promise.allSettled([
    own("programs")?.close(),
    own("upstreams")?.close(),
    own("changes")?.close(),
    own("limits")?.close(),
  ]);
  await own("database")?.close();
}
