import type { NodeDescription } from "./node-description";

/** A node as another one sees it. */
export interface ComparedNode {
  readonly name: string;
  readonly version: string;
  readonly keyIds: readonly string[];
  readonly clockAheadMs: number;
  /** Undefined: it cannot be decrypted here. */
  readonly description: NodeDescription | undefined;
}

/** This node, with the digests of the further secrets that it accepts. */
export interface OwnNode extends ComparedNode {
  readonly description: NodeDescription;
  readonly acceptedSessionSecrets: readonly string[];
  readonly acceptedMasterKeys: readonly string[];
}

/** The clock difference in milliseconds beyond which tokens and windows of limits are judged wrongly. */
const CLOCK_TOLERANCE_MS = 2_000;
/** The longest list of warnings. A large installation must not make an endless one. */
const MOST_WARNINGS = 20;

/** What nodes of one database should have in common and do not, one sentence each. Repeats no secret. */
export function nodeDifferences(own: OwnNode, others: readonly ComparedNode[]): readonly string[] {
  const warnings = [...clockWarning(own, "this node"), ...others.flatMap((other) => differencesTo(own, other))];
  const more = warnings.length - MOST_WARNINGS;
  return more > 0 ? [...warnings.slice(0, MOST_WARNINGS), `and ${more} more`] : warnings;
}

function differencesTo(own: OwnNode, other: ComparedNode): string[] {
  const name = `node ${other.name}`;
  const { description } = other;
  const warnings = clockWarning(other, name);
  if (other.version !== own.version)
    warnings.push(`${name} runs version ${other.version}, and this node ${own.version}`);
  const [writesWith = ""] = other.keyIds;
  if (!own.keyIds.includes(writesWith)) {
    warnings.push(
      `${name} encrypts with a GATEWAY_ENCRYPTION_KEY that this node does not have; give every node the same one, or list it in GATEWAY_ENCRYPTION_KEY_PREVIOUS here`,
    );
  }
  if (!description) return warnings;
  if (!own.acceptedSessionSecrets.includes(description.sessionSecret)) {
    warnings.push(
      `${name} has another NEXTAUTH_SECRET, so console sessions that begin there are unknown here; give every node the same one, or list it in NEXTAUTH_SECRET_PREVIOUS here`,
    );
  }
  if (!own.acceptedMasterKeys.includes(description.masterKey)) {
    warnings.push(
      `${name} has another master key, which this node refuses; give every node the same GATEWAY_MASTER_KEY, or list it in GATEWAY_MASTER_KEY_PREVIOUS here`,
    );
  }
  const sections = Object.keys({ ...own.description.configuration, ...description.configuration }).filter(
    (section) => own.description.configuration[section] !== description.configuration[section],
  );
  // Another version may have other settings, so a different digest says nothing.
  if (sections.length > 0 && other.version === own.version)
    warnings.push(`${name} has another configuration than this node: ${sections.join(", ")}`);
  return warnings;
}

function clockWarning({ clockAheadMs }: ComparedNode, name: string): string[] {
  if (Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS) return [];
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1);
  const side = clockAheadMs > 0 ? "ahead of" : "behind";
  return [`the clock of ${name} is ${seconds} s ${side} the database's; synchronise the clocks (NTP)`];
}
