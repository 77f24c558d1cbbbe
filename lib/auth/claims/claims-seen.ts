import type { JwtAuthSettings } from "@/lib/config/schema";
import type { VerifiedToken } from "../decision";
import { settingsOfIssuer } from "../issuer-settings";
import { countReadings } from "./read-path";
import { configuredPaths } from "./identity-claims";

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

interface Counts {
  tokens: number;
  stated: number;
  ambiguous: number;
}

type SeenToken = Pick<Extract<VerifiedToken, { kind: "jwt" }>, "claims" | "issuer">;

/** Issuers may be many where one provider signs for many tenants, and paths change with the settings. */
const MOST_ISSUERS = 100;
const MOST_PATHS = 200;

/** Keeps the counts in memory, for the issuers that came first. */
export function countClaimsSeen(): ClaimsSeen {
  const issuers = new Map<string | undefined, Map<string, Counts>>();

  function pathsOf(issuer: string | undefined): Map<string, Counts> | undefined {
    const known = issuers.get(issuer);
    if (known || issuers.size >= MOST_ISSUERS) return known;
    const paths = new Map<string, Counts>();
    issuers.set(issuer, paths);
    return paths;
  }

  return {
    add({ claims, issuer }, settings) {
      const paths = pathsOf(issuer);
      if (!paths) return;
      // Paths of earlier settings make room for those in force.
      if (paths.size >= MOST_PATHS) paths.clear();
      for (const path of configuredPaths(settingsOfIssuer(issuer, { jwtAuth: settings }).jwtAuth)) {
        let counts = paths.get(path.written);
        if (!counts) paths.set(path.written, (counts = { tokens: 0, stated: 0, ambiguous: 0 }));
        const readings = countReadings(claims, path);
        counts.tokens++;
        if (readings > 0) counts.stated++;
        if (readings > 1) counts.ambiguous++;
      }
    },
    issuers: () => [...issuers.keys()],
    find: (issuer, path) => issuers.get(issuer)?.get(path),
  };
}
