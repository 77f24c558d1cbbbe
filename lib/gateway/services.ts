import type { Validator } from "@/lib/auth/io/custom-validate";
import type { AccessRequest, Obligation, VerifiedToken } from "@/lib/auth/decision";
import type { ClaimsSeen } from "@/lib/auth/claims/claims-seen";
import type { OpenSession } from "@/lib/auth/session/console-session";
import type { TokenVerifier } from "@/lib/auth/token/verify";
import type { Environment } from "@/lib/config/environment-variables";
import type { PinStore } from "@/lib/store/settings/pin-store";
import type { PriceStore } from "@/lib/store/settings/price-store";
import type { SecretBox } from "@/lib/store/secret-box";
import type { Database } from "@/lib/store/database";
import type { DatabaseWatch } from "@/lib/store/database-watch";
import type { ApiRequest } from "@/lib/doors/contract";
import type { CallsUnderWay } from "./call/calls-under-way";
import type { CallLimits } from "@/lib/limits/gate";
import type { ClaimCatalogue } from "./record/io/claim-catalogue";
import type { RefusalLog } from "./record/io/refusal-log";
import type { DecisionRecorder } from "./record/io/decision-recorder";
import type { DeploymentStates } from "./call/deployment-states";
import type { BodyMemory } from "@/lib/gateway/request/body-memory";
import type { Evaluation } from "@/lib/gateway/request/evaluation";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { MetricsPage } from "./metrics-page";
import type { NodeReport } from "./node-report";
import type { Observer } from "./observer";
import type { Shutdown } from "./shutdown";
import type { ToolConnections } from "./tools/connections/io/tool-connections";
import type { ToolSigner } from "./tools/identity/io/tool-signer";
import type { ServerStates } from "./tools/server-state";
import type { Tracing } from "./tracing";
import type { AnswerMemory } from "@/lib/upstream/answer-memory";
import type { Upstreams } from "@/lib/upstream/pools";
import type { PublicReader } from "@/lib/upstream/public-reader";
import type { Programs } from "@/lib/upstream/programs/programs";
import type { ProgramDoor } from "./tools/io/program-door";
import type { CredentialKeeper } from "@/lib/credentials/keeper";
import type { Logger } from "@/lib/log";
import type { VersionedDirectory } from "@/lib/store/directory/directory";
import type { ActedBy } from "@/lib/store/audit-entry";
import type { Writer } from "@/lib/store/write";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { SettingsStore } from "@/lib/settings/settings-store";
import type { Sinks } from "@/lib/sinks/sinks";
import type { SpendBook } from "@/lib/spend/book";
import type { KeptAnswers } from "@/lib/spend/kept-answers";
import type { ContentKeeper } from "@/lib/content/content-keeper";
import type { ReportReader } from "@/lib/reports/report-reader";

type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Everything that operations act through; made once per process. */
export interface Services {
  readonly environment: Environment;
  /** The version of the product, from package.json. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  readonly database: Database;
  readonly databaseWatch: DatabaseWatch;
  readonly directory: VersionedDirectory;
  readonly changes: ChangeFeed;
  readonly settings: SettingsStore;
  readonly refusals: RefusalLog;
  /** Counts who asks for what, so that drafts of settings can be tried on it. */
  readonly recorder: DecisionRecorder;
  readonly spend: SpendBook;
  /** Who owns what upstreams keep of answers. */
  readonly kept: KeptAnswers;
  /** Keeps the content of calls whose team or key has opted in. */
  readonly contents: ContentKeeper;
  /** Answers reports, lists and exports of calls and spend. */
  readonly reports: ReportReader;
  /** Where finished calls go on to. */
  readonly sinks: Sinks;
  readonly prices: PriceStore;
  /** What is approved of tools. */
  readonly toolPins: PinStore;
  /** Budgets, rates and slots of the payers of calls: {@link createCallLimits} of lib/limits/gate.ts. */
  readonly limits: CallLimits;
  /** Proves JWTs and opaque tokens, and remembers them: {@link createTokenVerifier} of lib/auth/token/verify.ts. */
  readonly tokens: TokenVerifier;
  /** What the configured claims read in the tokens that this process has proven. */
  readonly claimsSeen: ClaimsSeen;
  /** The claims that recent tokens had, over all processes of the database. */
  readonly claimCatalogue: ClaimCatalogue;
  /**
   * `evaluate` by the settings in force, as the request path asks it: at once if the answer is remembered. It is
   * {@link rememberEvaluations} of request/evaluation-memory.ts.
   */
  readonly evaluate: (token: VerifiedToken, request: AccessRequest) => MaybePromise<Evaluation>;
  /**
   * Does what an allow requires, before its call goes on; `actor` is named in the audit. Rejects with GatewayError
   * invalid_token for an id that no row can have, or directory_unavailable. It is {@link createFulfilment} of
   * request/fulfil.ts.
   */
  readonly fulfil: (obligations: readonly Obligation[], actor: string, by?: ActedBy) => Promise<void>;
  /**
   * The operator's `custom_validate` in force for the tokens of an issuer; undefined if there is none. See
   * {@link openCustomValidate} of lib/server/custom-validate-in-force.ts.
   */
  readonly customValidate: (issuer: string | undefined) => Validator | undefined;
  /**
   * The valid console session in a request's cookies, if there is one. It is refreshed first if that is due. See
   * {@link readSession} of lib/server/console/session.ts.
   */
  readonly readSession: (request: Pick<ApiRequest, "headers" | "connection">) => Promise<OpenSession | undefined>;
  /**
   * Ends sessions of the console for an administrator, on every node, and tells their providers. See
   * {@link ConsoleSessions} of lib/server/console/sessions/console-sessions.ts.
   */
  readonly endSessions: (
    ids: readonly string[],
    actor: string,
    by?: ActedBy,
  ) => Promise<{ readonly ended: readonly string[]; readonly nodes: Receipt[] }>;
  /** Who makes the request, for its audit events. Absent: nobody does, or the operation writes nothing. */
  readonly actedBy?: ActedBy | undefined;
  /** What is written together with what the operation writes. */
  readonly also?: Writer["also"];
  readonly upstreams: Upstreams;
  /** The tool servers that are programs of this process. */
  readonly programs: Programs<ProgramDoor>;
  /** What calls prove themselves with at clouds, where it has to be fetched. */
  readonly credentials: CredentialKeeper;
  /** Reads what strangers name: the documents of applications that use tools. */
  readonly readPublic: PublicReader;
  /** Signs for tool servers: {@link createToolSigner} of tools/identity/io/tool-signer.ts. */
  readonly toolSigner: ToolSigner;
  /** The credentials of users there: {@link createToolConnections} of tools/connections/io/tool-connections.ts. */
  readonly toolConnections: ToolConnections;
  /** For the bodies of requests in flight, so that they never fill the heap. */
  readonly bodies: BodyMemory;
  /** For answers that are read whole, until their callers have them. */
  readonly answers: AnswerMemory;
  readonly underWay: CallsUnderWay;
  /** What this process knows about the tool servers. */
  readonly toolServers: ServerStates;
  readonly shutdown: Shutdown;
  /** Which deployments are failing, and the load of each. */
  readonly deployments: DeploymentStates;
  /** Encrypts secrets that are kept in the database. */
  readonly secrets: SecretBox;
  /** How this node's configuration differs from the other nodes on its database. */
  readonly nodes: NodeReport;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** A new random UUID (version 4), which nobody can guess. */
  readonly newId: () => string;
  /** Resolves after the given milliseconds, or immediately when aborted. `wait(0)` yields to other work. */
  readonly wait: Wait;
  /** The metrics of all processes of this gateway. */
  readonly metrics: MetricsPage;
  /** Watches every request, and what happens outside requests. */
  readonly observer: Observer;
  /** The spans that requests and attempts belong to. */
  readonly tracing: Tracing;
}
