import { readJsonObject } from "@/components/shared/forms/read-json";
import type { InputOf } from "@/components/api/client";
import { type Access, ACCESSES } from "@/lib/auth/access";
import { isModelFamily } from "@/lib/auth/routes";
import { isObject } from "@/lib/is-object";
import { METHODS, type Method } from "@/lib/wire/contract";
import type { decisionContracts } from "@/lib/wire/contracts/decisions";

/** The form as typed. The token is a secret: it is sent, but never stored. */
export interface Draft {
  readonly by: "token" | "claims";
  readonly token: string;
  readonly claims: string;
  /** The `name` of a route of `listRoutes`. */
  readonly route: string;
  readonly model: string;
  readonly server: string;
  readonly tool: string;
  readonly team: string;
  readonly organization: string;
  /** JSON, or nothing. */
  readonly body: string;
  /** Settings of `gateway_jwtauth` to try, as JSON, or nothing. */
  readonly settings: string;
}

export const EMPTY_DRAFT: Draft = {
  by: "token",
  token: "",
  claims: "",
  route: "POST /v1/chat/completions",
  model: "",
  server: "",
  tool: "",
  team: "",
  organization: "",
  body: "",
  settings: "",
};

/** What the browser may keep of a draft: not the token, and no other field that may hold a secret. */
export type KeptDraft = Omit<Draft, "token">;

const SECRET = /eyJ|\bsk-|[Bb]earer\s|secret"\s*:/;

/** The part of a draft that outlives its page. A field into which a token or a secret was typed is kept empty. */
export function keptDraft({ token: _, by, route, ...typed }: Draft): KeptDraft {
  const { claims, model, server, tool, team, organization, body, settings } = typed;
  const open = (text: string): string => (SECRET.test(text) ? "" : text);
  return {
    by,
    route,
    claims: open(claims),
    model: open(model),
    server: open(server),
    tool: open(tool),
    team: open(team),
    organization: open(organization),
    body: open(body),
    settings: open(settings),
  };
}

/** The body of POST /auth/explain. */
export type Question = InputOf<typeof decisionContracts.explain>;

export type Faults = Partial<Record<keyof Draft, string>>;

/** A draft as a question, or the faults of its fields. `route`: the route that the draft names. */
export function readDraft(draft: Draft, route: Route): { readonly question: Question } | { readonly faults: Faults } {
  const token = draft.token.trim().replace(/^Bearer\s+/i, "");
  const claims =
    draft.by === "claims"
      ? readJsonObject(
          draft.claims,
          "Claims are",
          'Write the claims as a JSON object, such as {"client_id": "my-project"}.',
        )
      : undefined;
  const body = route.namesModel && draft.body.trim() !== "" ? readJsonObject(draft.body, "A body is") : undefined;
  const settings = draft.settings.trim() === "" ? undefined : readJsonObject(draft.settings, "Settings are");
  const model = draft.model.trim();
  const server = draft.server.trim();
  const tool = draft.tool.trim();
  const team = draft.team.trim();
  const organization = draft.organization.trim();
  const faults: Faults = {
    ...(draft.by === "token" && token === "" && { token: "Paste a JWT or a key." }),
    ...(claims !== undefined && "fault" in claims && { claims: claims.fault }),
    ...(body !== undefined && "fault" in body && { body: body.fault }),
    ...(settings !== undefined && "fault" in settings && { settings: settings.fault }),
    ...(route.namesModel && model === "" && { model: "Calls of this route name a model." }),
    ...(route.namesTool && server === "" && tool !== "" && { server: "Name the server of the tool." }),
  };
  if (Object.keys(faults).length > 0) return { faults };
  return {
    question: {
      ...(claims === undefined ? { token } : "value" in claims && { claims: claims.value }),
      method: route.method,
      route: route.path,
      ...(route.namesModel && { model }),
      ...(route.namesTool && server !== "" && { mcp_server: server }),
      ...(route.namesTool && tool !== "" && { tool }),
      ...(team !== "" && { team_id: team }),
      ...(organization !== "" && { organization_id: organization }),
      ...(body !== undefined && "value" in body && { body: body.value }),
      ...(settings !== undefined && "value" in settings && { settings: settings.value }),
    },
  };
}

export interface Route {
  /** `POST /v1/chat/completions` */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** Such as `openai_routes`. */
  readonly family: string;
  readonly access: Access;
  readonly namesModel: boolean;
  readonly namesTool: boolean;
}

const CHAT: Route = {
  name: EMPTY_DRAFT.route,
  method: "POST",
  path: "/v1/chat/completions",
  family: "openai_routes",
  access: "anyone",
  namesModel: true,
  namesTool: false,
};

/**
 * The routes of an OpenAPI document that need credentials. A route served with and without `/v1` is listed once, with
 * it. Without a document, only `POST /v1/chat/completions`.
 */
export function listRoutes(document: unknown): readonly Route[] {
  if (!isObject(document) || !isObject(document.paths)) return [CHAT];
  const paths = document.paths;
  const routes = Object.entries(paths).flatMap(([path, operations]): Route[] => {
    if (!isObject(operations) || `/v1${path}` in paths) return [];
    return Object.entries(operations).flatMap(([name, operation]): Route[] => {
      const family = isObject(operation) && Array.isArray(operation.tags) ? String(operation.tags[0]) : "";
      const method = METHODS.find((known) => known.toLowerCase() === name);
      const access = ACCESSES.find((known) => isObject(operation) && operation["x-access"] === known);
      if (method === undefined || access === undefined || access === "public") return [];
      return [
        {
          name: `${method} ${path}`,
          method,
          path,
          family,
          access,
          namesModel: method === "POST" && isModelFamily(family),
          namesTool: family === "mcp_routes",
        },
      ];
    });
  });
  return routes.some(({ name }) => name === CHAT.name) ? routes : [CHAT, ...routes];
}
