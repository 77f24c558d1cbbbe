import { ownTeams } from "@/lib/api/ownership";
import type { Operation } from "@/lib/api/operation";
import { findOperation } from "@/lib/api/table";
import { isFault } from "@/lib/auth/identify";
import { requestFor } from "@/lib/auth/access-request";
import type { VerifiedToken } from "@/lib/auth/decision";
import { proxyVariables } from "@/lib/config/proxy-settings";
import { failedProof } from "@/lib/auth/token/failed-proof";
import { GatewayError } from "@/lib/errors";
import { validateToken } from "@/lib/gateway/request/authenticate";
import { finishTrial } from "@/lib/gateway/login/finish-trial";
import type { Services } from "@/lib/gateway/services";
import { createMasterKeyJudge } from "./master-key-attempts";
import type { ConsoleGateway } from "./port";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";
import { OWN_QUESTIONS } from "@/lib/wire/own-questions";
import { PLAIN_LOOK } from "@/lib/wire/sign-in/console-look";
import { storeStrangerRequest } from "./stranger-request";
import { loginProviders } from "./login-providers";
import { acceptedFingerprints } from "./sessions/open-sessions";
import type { ConsoleSessions } from "./sessions/console-sessions";

/** The gateway's answers to the console's pages and its sign-in. `sessionSecret`: encrypts the session cookies. */
export function answersForConsole(
  services: Services,
  sessions: ConsoleSessions,
  sessionSecret: string,
): ConsoleGateway {
  const judge = createMasterKeyJudge(services.log, services.now);
  return {
    sessionSecrets: [sessionSecret, ...services.environment.previousNextAuthSecrets],
    environment: services.environment,
    log: services.log,
    hasSettledAddresses: false,
    judgeMasterKey: async (key, caller) => judge(key, acceptedFingerprints(services.settings.current()), caller),
    async settings() {
      const settings = services.settings.current();
      const { general, jwtAuth, publicKeyUrls } = settings;
      return {
        contact: general.console_contact,
        look: general.console_look ?? PLAIN_LOOK,
        masterKeyLogin: general.console_master_key_login,
        logins: loginProviders(services.environment, settings),
        sessionSeconds: Math.ceil(general.session_max_hours * 3600),
        hasProvider: general.enable_jwt_auth && (publicKeyUrls.length > 0 || jwtAuth.issuers.length > 0),
        jwtAuth,
        proxies: proxyVariables(services.environment.lookup),
      };
    },
    beginSession: sessions.begin,
    openSession: sessions.open,
    signOut: sessions.signOut,
    logOut: sessions.logOut,
    async decide(token, path, method = "GET") {
      const operation = operationOf(method, path);
      const refusal = await refusalOf(services, token);
      if (refusal) return { identity: undefined, decision: { allow: false, ...failedProof(refusal) }, teams: [] };
      const { identity, facts, decision } = await services.evaluate(token, requestFor(operation.method, operation));
      if (isFault(identity)) return { identity: undefined, decision, teams: [] };
      const teams = decision.allow ? ownTeams({ identity, facts, principal: decision.principal }) : [];
      return { identity, decision, teams };
    },
    async finishTrial(answer, secret) {
      const session = secret === undefined ? undefined : await sessions.open(secret);
      if (!session) return false;
      // Whoever may begin a test ends it: the answer must not come from another person's browser.
      const operation = operationOf("POST", loginContracts.try.path);
      const { decision } = await services.evaluate(session.token, requestFor(operation.method, operation));
      if (!decision.allow || !decision.principal.admin) return false;
      return (await finishTrial({ ...services, prove: sessions.prove }, answer)) !== undefined;
    },
    async requestAccess(token, note) {
      const refusal = await refusalOf(services, token);
      if (refusal) throw refusal;
      const request = requestFor("GET", operationOf("GET", OWN_QUESTIONS.user));
      const evaluation = await services.evaluate(token, request);
      return storeStrangerRequest(services, { ...evaluation, request }, { note, token });
    },
  };
}

/** @throws Error if there is no such operation */
function operationOf(method: "GET" | "POST", path: string): Operation {
  const operation = findOperation(method, path)?.operation;
  if (!operation) throw new Error(`there is no ${method} ${path}`);
  return operation;
}

/** Why `custom_validate` refuses a session. Undefined: it accepts the session, or none is configured. */
async function refusalOf(services: Services, token: VerifiedToken): Promise<GatewayError | undefined> {
  try {
    await validateToken(services, token);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}
