import type { JwtAuthSettings } from "@/lib/config/schema";
import type { VerifiedToken } from "../decision";
import { settingsOfIssuer } from "../issuer-settings";
import { countReadings } from "./read-path";
import { configuredSources } from "./identity-claims";

/** What the proven tokens of one issuer said about one configured path. */
export interface PathSeen {
  /** How many tokens were looked at. */
  readonly tokens: number;
  /** How many of them have a claim there. */
  readonly stated: number;
  /** How many of them have several claims that the path could mean. */
  readonly ambiguous: number;
}

/** Counts what configured paths read in the tokens that this process has proven, since its start. */
export interface ClaimsSeen {
  /** Counts one token. Called once when it is proven, and not for each call. */
  add(token: SeenToken, settings: JwtAuthSettings): void;
  /** The issuers of the tokens; undefined stands for tokens without one. */
  issuers(): readonly (string | undefined)[];
  /** Undefined: no token of this issuer was looked at for this path. */
  find(issuer: string | undefined, path: string): PathSeen | undefined;
}

type SeenToken = Pick<Extract<VerifiedToken, { kind: "jwt" }>, "claims" | "issuer">;

/** Issuers may be many where one provider signs for many tenants, and paths change with the settings. */
const MOST_ISSUERS = 100;
const MOST_PATHS = 200;

/** Keeps the counts in memory, for the issuers that came first. */
export function countClaimsSeen(): ClaimsSeen {
  const issuers = new Map<string | undefined, Map<string, PathSeen>>();

  function pathsOf(issuer: string | undefined): Map<string, PathSeen> | undefined {
    const known = issuers.get(issuer);
    if (known || issuers.size >= MOST_ISSUERS) return known;
    const paths = new Map<string, PathSeen>();
    issuers.set(issuer, paths);
    return paths;
  }

  return {
    add({ claims, issuer }, settings) {
      const paths = pathsOf(issuer);
      if (!paths) return;
      // Paths of earlier settings make room for those in force.
      if (paths.size >= MOST_PATHS) paths.clear();
      const configured = configuredSources(settingsOfIssuer(issuer, { jwtAuth: settings }).jwtAuth).map(
        ({ path }) => path,
      );
      for (const path of new Map(configured.map((each) => [each.written, each])).values()) {
        const { tokens = 0, stated = 0, ambiguous = 0 } = paths.get(path.written) ?? {};
        const readings = countReadings(claims, path);
        paths.set(path.written, {
          tokens: tokens + 1,
          stated: stated + (readings > 0 ? 1 : 0),
          ambiguous: ambiguous + (readings > 1 ? 1 : 0),
        });
      }
    },
    issuers: () => [...issuers.keys()],
    find: (issuer, path) => issuers.get(issuer)?.get(path),
  };
}
