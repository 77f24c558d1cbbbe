import { MODEL_CALL } from "@/lib/auth/access";
import { requestFor } from "@/lib/auth/access-request";
import type { AccessRequest } from "@/lib/auth/decision";
import type { RouteFamily } from "@/lib/auth/routes";
import type { ApiRequest } from "@/lib/doors/contract";
import { GOOGLE_ROUTES } from "@/lib/providers/dialects/google/routes";
import { MODEL_ROUTES } from "@/lib/providers/model-routes";
import type { Services } from "../services";
import { requestedOrganization, requestedTeam } from "./access-request";
import type { Caller } from "./caller";
import { decideAbout, loadKnownIdentity } from "./known-identity";
import { UnhurriedWork } from "./unhurried-work";

/** The request of somebody who asks about models. */
export interface ModelQuestion {
  readonly services: Pick<Services, "settings" | "directory" | "now" | "wait">;
  readonly request: Pick<ApiRequest, "headers">;
  readonly caller: Pick<Caller, "identity">;
}

/** Which models a caller may use. */
export interface VisibleModels {
  allows(name: string): boolean;
  /** Those that the caller may use, in their order; at most `most` of them. Other work runs in between. */
  filter<Model extends { readonly name: string }>(models: Iterable<Model>, most?: number): Promise<Model[]>;
}

/** The routes that call models. A caller is shown the models of the first route that they may use. */
const CALLS: readonly { readonly route: string; readonly family: RouteFamily }[] = [
  ...MODEL_ROUTES.map(({ path }) => ({ route: path, family: "openai_routes" as const })),
  { route: "/messages", family: "anthropic_routes" },
  { route: GOOGLE_ROUTES.generate, family: "google_routes" },
];

/**
 * Says which models a caller may use: each is decided about just as a call would be.
 * @throws GatewayError directory_unavailable
 */
export async function visibleModels({ services, request: { headers }, caller }: ModelQuestion): Promise<VisibleModels> {
  const settings = services.settings.current();
  const asked = requestFor(
    "POST",
    { path: "/chat/completions", family: "openai_routes", ...MODEL_CALL },
    { requestedTeam: requestedTeam(headers), requestedOrganization: requestedOrganization(headers) },
  );
  const factSettings = { scope: settings.general.end_user_scope, jwtAuth: [settings.jwtAuth] };
  const known = await loadKnownIdentity(services.directory, caller.identity, asked, factSettings);
  const now = services.now();
  const isAllowed = (request: AccessRequest): boolean => decideAbout(known, request, settings, now).allow;
  const request = CALLS.map((call) => ({ ...asked, ...call })).find(isAllowed) ?? asked;
  const allows = (model: string): boolean => isAllowed({ ...request, model });
  return {
    allows,
    async filter(models, most = Number.POSITIVE_INFINITY) {
      const work = new UnhurriedWork(() => services.wait(0), services.now);
      const found = [];
      for (const model of models) {
        if (found.length >= most) break;
        const waiting = work.step();
        if (waiting) await waiting;
        if (allows(model.name)) found.push(model);
      }
      return found;
    },
  };
}
