import { textsOf } from "./claim-line";
import { claimShape, isValueLike } from "./claim-shape";
import { MOST_CLAIMS, MOST_IDS, MOST_SHAPES, type ClaimSightings, type NamedByText } from "./claim-sightings";
import type { TokenClaim } from "./token-claims";

/** The most strings of a claim, and of all claims of an issuer, that wait to be looked up. */
const MOST_TEXTS = 20;
const MOST_TEXTS_OF_ISSUER = 400;
const LONGEST_TEXT = 256;
const LONGEST_PATH = 200;
/** In an object with more members, the names count as values, because they may be those of groups. */
const MOST_MEMBERS = 30;

interface Seen {
  tokens: number;
  readonly types: Partial<Record<TokenClaim["type"], number>>;
  readonly shapes: Set<string>;
  readonly ids: Map<string, NamedByText>;
}

/** The claims that the tokens of one issuer had in one hour, within bounds that no token can exceed. */
export class ClaimHour {
  private readonly claims = new Map<string, Seen>();
  private texts = new Map<string, Set<string>>();
  private waiting = 0;
  private tokens = 0;
  /** Whether there is something that has not been written. */
  isChanged = false;

  /** `issuer`: undefined stands for all that have no entry in `issuers`. `start`: milliseconds since the epoch. */
  constructor(
    readonly issuer: string | undefined,
    readonly start: number,
  ) {}

  /** Adds the claims of one token. `emailDomain`: the only domain that is named. */
  add(claims: readonly TokenClaim[], emailDomain: string | undefined): void {
    this.tokens++;
    this.isChanged = true;
    let table: TokenClaim | undefined;
    for (const claim of claims) {
      if (table && isInside(claim, table)) continue;
      if (isTable(claim)) table = claim;
      const seen = this.seenAt(claim);
      if (!seen) continue;
      seen.tokens++;
      seen.types[claim.type] = (seen.types[claim.type] ?? 0) + 1;
      if (seen.shapes.size < MOST_SHAPES) seen.shapes.add(claimShape(claim, emailDomain));
      if (seen.ids.size < MOST_IDS) this.keepTexts(claim);
    }
  }

  /**
   * Returns the strings since the last call, by the path of their claim. They may be secrets, and must not leave the
   * process.
   */
  takeTexts(): ReadonlyMap<string, ReadonlySet<string>> {
    const taken = this.texts;
    this.texts = new Map();
    this.waiting = 0;
    return taken;
  }

  /** Keeps what a string of a claim names. */
  name(path: string, named: readonly NamedByText[]): void {
    const ids = this.claims.get(path)?.ids;
    for (const one of named) if (ids && ids.size < MOST_IDS) ids.set(`${one.kind} ${one.id}`, one);
  }

  /** All that was seen in this hour. */
  sightings(): ClaimSightings {
    const claims = [...this.claims].map(([path, { tokens, types, shapes, ids }]) => ({
      path,
      tokens,
      types: { ...types },
      shapes: [...shapes],
      ids: [...ids.values()],
    }));
    return { tokens: this.tokens, claims };
  }

  private seenAt({ path, names }: TokenClaim): Seen | undefined {
    const known = this.claims.get(path);
    if (known || this.claims.size >= MOST_CLAIMS || path.length > LONGEST_PATH) return known;
    if (names.length > 1 && names.some(isValueLike)) return undefined;
    const seen: Seen = { tokens: 0, types: {}, shapes: new Set(), ids: new Map() };
    this.claims.set(path, seen);
    return seen;
  }

  private keepTexts(claim: TokenClaim): void {
    for (const { text } of textsOf(claim)) {
      const kept = this.texts.get(claim.path) ?? new Set();
      if (kept.size >= MOST_TEXTS || this.waiting >= MOST_TEXTS_OF_ISSUER) return;
      if (text.length > LONGEST_TEXT || kept.has(text)) continue;
      this.texts.set(claim.path, kept.add(text));
      this.waiting++;
    }
  }
}

function isTable({ type, value }: TokenClaim): boolean {
  return type === "object" && typeof value === "object" && value !== null && Object.keys(value).length > MOST_MEMBERS;
}

function isInside({ names }: TokenClaim, { names: outer }: TokenClaim): boolean {
  return names.length > outer.length && outer.every((name, index) => names[index] === name);
}
