import { ownTeams } from "@/lib/api/ownership";
import { findOperation } from "@/lib/api/table";
import { isFault } from "@/lib/auth/identify";
import { GatewayError } from "@/lib/errors";
import { verifyJwt } from "@/lib/gateway/request/authenticate";
import type { Services } from "@/lib/gateway/services";
import type { ConsoleGateway } from "./port";
import { masterKeyFingerprint } from "./session";

/** The gateway's answers to the console's pages and its sign-in. `sessionSecret`: encrypts the session cookies. */
export function answersForConsole(services: Services, sessionSecret: string): ConsoleGateway {
  return {
    sessionSecret,
    environment: services.environment,
    log: services.log,
    async settings() {
      const { general, jwtAuth, publicKeyUrls, masterKey } = services.settings.current();
      return {
        masterKeyLogin: general.console_master_key_login,
        masterKeyFingerprint: masterKeyFingerprint(masterKey.reveal()),
        acceptsJwts: general.enable_jwt_auth,
        hasProvider: general.enable_jwt_auth && (publicKeyUrls.length > 0 || jwtAuth.issuers.length > 0),
        jwtAuth,
      };
    },
    async verify(jwt) {
      const token = await verifyJwt(services, jwt);
      if (token.kind !== "jwt") throw new GatewayError("invalid_token", "The token is not a JWT.");
      return token.claims;
    },
    async decide(token, path) {
      const operation = findOperation("GET", path)?.operation;
      if (!operation) throw new Error(`there is no GET ${path}`);
      const { identity, facts, decision } = await services.evaluate(token, {
        method: operation.method,
        route: operation.path,
        family: operation.family,
        access: operation.access,
        effect: operation.effect,
        model: undefined,
        requestedTeam: undefined,
        endUser: undefined,
      });
      if (isFault(identity)) return { identity: undefined, decision, teams: [] };
      const teams = decision.allow ? ownTeams({ identity, facts, principal: decision.principal }) : [];
      return { identity, decision, teams };
    },
  };
}
