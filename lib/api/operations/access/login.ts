import type { LoginAdministrators, StoredLogin } from "@/lib/config/login/login-settings";
import { Secret, secretHint } from "@/lib/config/secret";
import { GatewayError } from "@/lib/errors";
import { ifMatchOf } from "@/lib/api/if-match";
import { type CallerContext, operationsOf, type PublicContext } from "@/lib/api/operation";
import { beginTrial } from "@/lib/gateway/login/begin-trial";
import { discoverLogin } from "@/lib/gateway/login/discover-login";
import { claimChoices, suggestAdministrators } from "@/lib/gateway/login/suggest-administrators";
import type { Services } from "@/lib/gateway/services";
import { withBasePath } from "@/lib/http/base-path";
import { peerOf } from "@/lib/http/caller-address";
import { publicAddress } from "@/lib/http/public-address";
import { decodeLogin } from "@/lib/settings/login/stored-login";
import { etagOf } from "@/lib/store/row-version";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { addLoginTrial, type LoginTrial, readLoginTrial } from "@/lib/store/settings/login-trials";
import { type LoginColumns, storedLogins } from "@/lib/store/settings/logins";
import { write } from "@/lib/store/write";
import { loginContracts, type LoginState, type LoginTrialState } from "@/lib/wire/contracts/sign-in/login";
import { LOGIN_ID, loginRecord } from "@/lib/wire/sign-in/login";
import { isLastWayIn, refuseLockOut } from "./login-lock-out";

/** `/login`: the login to the console that administrators set up, test and put in force. */
export const loginOperations = operationsOf(loginContracts, {
  show: async (context) => ({ body: stateOf(context), headers: tag(context.services) }),
  discover: async ({ services }, { issuer }) => {
    const { label, scopes, issuer: named } = await discoverLogin(services, issuer);
    return { body: { issuer: named, label, scopes: scopesOf(services, scopes) } };
  },
  async try(context, input) {
    const { services, caller } = context;
    const provider = await discoverLogin(services, input.issuer);
    const wanted = {
      clientId: input.client_id,
      clientSecret:
        input.client_secret === undefined
          ? keptSecret(services, provider.issuer, input.client_id)
          : (input.client_secret ?? undefined),
      label: input.label,
      scopes: scopesOf(services, provider.scopes),
      redirectAddress: redirectAddress(context),
    };
    const { id, trial, address } = beginTrial(provider, wanted, services.newId);
    await write(services, async (transaction) => {
      await addLoginTrial(transaction, services.secrets, id, trial);
      const after = { issuer: trial.issuer, client_id: trial.clientId };
      const audit = [{ actor: caller.actor, action: "login.test", entityType: "login", entityId: LOGIN_ID, after }];
      return { result: undefined, audit, changes: [] };
    });
    return { body: { trial_id: id, address } };
  },
  trial: async ({ services }, { trial_id: id }) => ({ body: trialState(await requireTrial(services, id)) }),
  async save(context, { trial_id: id, administrators, force }) {
    const { services, caller, request } = context;
    const trial = await requireTrial(services, id);
    if (trial.outcome?.kind !== "done")
      throw new GatewayError("invalid_request", "This test login has not succeeded, so it cannot be put in force.", {
        param: "trial_id",
      });
    const login = loginOf(trial, administrators);
    if (!force) await refuseLockOut(context, login, trial.outcome.claims);
    const columns = columnsOf(services, login);
    const { row } = services.settings.login();
    const { nodes } = row
      ? await storedLogins.change(services, {
          actor: caller.actor,
          id: LOGIN_ID,
          ifMatch: ifMatchOf(request),
          change: () => columns,
        })
      : await storedLogins.create(services, caller.actor, LOGIN_ID, columns);
    return { body: { ...stateOf(context), nodes }, headers: tag(services) };
  },
  async delete(context) {
    const { services, caller, request } = context;
    if (isLastWayIn(services, caller))
      throw new GatewayError(
        "would_lock_out",
        "Nobody could log in to the console any more: console_master_key_login is off, and no other login is in force.",
      );
    const { nodes } = await storedLogins.remove(services, caller.actor, { id: LOGIN_ID, ifMatch: ifMatchOf(request) });
    return { body: { ...stateOf(context), nodes } };
  },
});

function stateOf(context: PublicContext): LoginState {
  const { settings, environment } = context.services;
  const { source, because, row } = settings.login();
  const { general } = settings.current();
  return {
    source,
    because: because ?? null,
    redirect_address: redirectAddress(context),
    in_environment: environment.oidc?.issuer ?? null,
    in_file: general.console_login.map(({ name, issuer }) => ({ name, issuer })),
    master_key: general.console_master_key_login,
    stored: row ? loginRecord(row) : null,
  };
}

function tag({ settings }: Services): Readonly<Record<string, string>> {
  const { row } = settings.login();
  return row ? { etag: etagOf(loginRecord(row)) } : {};
}

/** Where the provider sends people back, by the address at which this request has reached the gateway. */
function redirectAddress({ services: { environment }, request }: PublicContext): string {
  const { isSecure, host } = publicAddress(environment, request.headers, peerOf(request.connection));
  const path = withBasePath(`/api/auth/callback/${LOGIN_ID}`, environment.basePath);
  return `${isSecure ? "https" : "http"}://${host}${path}`;
}

/** What a login asks for, with the administrators' scope if one is configured. */
function scopesOf({ settings }: Services, scopes: readonly string[]): string[] {
  const { admin_jwt_scope: scope } = settings.current().jwtAuth;
  return [...new Set([...scopes, ...(scope === undefined ? [] : [scope])])];
}

/** The secret that is kept for this client. @throws GatewayError invalid_request: there is none */
function keptSecret({ settings, secrets }: Services, issuer: string, clientId: string): string | undefined {
  const { row } = settings.login();
  const kept = row && decodeLogin(row, secrets.open.bind(secrets));
  if (kept && typeof kept !== "string" && kept.issuer === issuer && kept.clientId === clientId)
    return kept.clientSecret?.reveal();
  throw new GatewayError("invalid_request", "Send the client secret, or null for a public client.", {
    param: "client_secret",
  });
}

/** @throws GatewayError not_found */
async function requireTrial({ database, secrets }: CallerContext["services"], id: string): Promise<LoginTrial> {
  const trial = await readLoginTrial(database, secrets.open.bind(secrets), id);
  if (trial) return trial;
  throw new GatewayError("not_found", "This test login no longer exists. Test it again.", { param: "trial_id" });
}

function trialState({ issuer, outcome }: LoginTrial): LoginTrialState {
  const none = { message: null, issuer, claims: null, choices: [], suggested: null };
  if (!outcome) return { ...none, state: "waiting" };
  if (outcome.kind === "failed") return { ...none, state: "failed", message: outcome.message };
  const choices = claimChoices(outcome.claims);
  return {
    ...none,
    state: "done",
    claims: outcome.claims,
    choices: choices.map(({ claim, values }) => ({ claim, values: [...values] })),
    suggested: suggestAdministrators(choices) ?? null,
  };
}

function loginOf(trial: LoginTrial, administrators: LoginAdministrators): StoredLogin {
  const { issuer, clientId, clientSecret, label, scopes } = trial;
  const secret = clientSecret === undefined ? undefined : new Secret(clientSecret);
  return { issuer, clientId, clientSecret: secret, label, scopes, administrators };
}

function columnsOf({ secrets: box }: Services, login: StoredLogin): LoginColumns {
  const { clientId, clientSecret, ...rest } = login;
  const secrets = JSON.stringify({ client_secret: clientSecret?.reveal() });
  return {
    values: { ...rest, client_id: clientId },
    sealed: clientSecret ? box.seal(secrets, SEALED_COLUMNS.loginSecrets.context(LOGIN_ID)) : null,
    hints: clientSecret ? { client_secret: secretHint(clientSecret) } : {},
  };
}
