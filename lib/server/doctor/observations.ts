import type { Finding } from "@/lib/config/finding";
import type { InspectedReplica } from "@/lib/database/inspect-replica";
import type { Readiness } from "@/lib/wire/contracts/public";

/** What was seen of the database. */
export type DatabaseSeen =
  | {
      readonly reached: true;
      /** Milliseconds by which the database's clock is ahead of this machine's; negative: behind. */
      readonly aheadMs: number;
      readonly connections: number;
      readonly maxConnections: number;
    }
  /** `message` says why, with the cure behind a colon. */
  | { readonly reached: false; readonly message: string };

/** What was seen of the replica for reports (`DATABASE_READ_URL`). */
export type ReplicaSeen =
  | ({
      readonly reached: true;
      /** Why it answers no reports. Undefined: it answers them. */
      readonly fault: string | undefined;
    } & InspectedReplica)
  /** `message` says why, with the cure behind a colon. */
  | { readonly reached: false; readonly message: string };

/** What answered at the address of this installation's gateway. */
export type GatewaySeen =
  | {
      readonly kind: "answers";
      readonly address: string;
      readonly readiness: Readiness;
      readonly keySets: readonly KeySetSeen[];
      /** Why credentials that models need cannot be fetched. */
      readonly credentials: readonly string[];
    }
  | { readonly kind: "silent"; readonly address: string; readonly error: string; readonly holdsFolder: boolean }
  /** A gateway that runs on the data folder and answers, but not as this version does. */
  | { readonly kind: "another version"; readonly address: string; readonly status: number }
  | { readonly kind: "another program"; readonly address: string; readonly status: number };

/** The keys of an identity provider, as the running gateway has them. */
export interface KeySetSeen {
  readonly url: string;
  readonly stale: boolean;
  readonly usable: boolean;
  /** Seconds since they were fetched. Undefined: never. */
  readonly ageSeconds: number | undefined;
  readonly error: string | null;
}

/** The journal's folder. */
export interface JournalSeen {
  readonly directory: string;
  /** Undefined: it can be written, or does not exist yet. */
  readonly fault: string | undefined;
  readonly segments: number;
  readonly setAside: readonly string[];
}

/** What an identity provider answered. */
export interface IssuerSeen {
  readonly url: string;
  /** Why there are no keys. Undefined: there are. */
  readonly error: string | undefined;
  /** Milliseconds by which the clock in its header `Date` is ahead of this machine's. Undefined: it sent none. */
  readonly aheadMs: number | undefined;
}

/** The host of an upstream, and why its name has no address. */
export interface HostSeen {
  readonly host: string;
  readonly error: string | undefined;
}

/** A file system that the gateway writes to. Bytes. */
export interface DiskSeen {
  readonly directory: string;
  readonly free: number;
  readonly size: number;
}

/** The memory of the machine, or of the container if it has less. Bytes. */
export interface MemorySeen {
  readonly available: number;
  readonly size: number;
}

/** Everything that doctor looked at. A part is undefined if it could not be looked at in time, or was not asked for. */
export interface Observations {
  readonly findings: readonly Finding[];
  /** The settings of the file that a saved revision replaces, which is nothing wrong. */
  readonly overridden: readonly Finding[];
  readonly database: DatabaseSeen | undefined;
  /** Undefined too if there is none. */
  readonly replica: ReplicaSeen | undefined;
  readonly gateway: GatewaySeen | undefined;
  readonly journal: JournalSeen | undefined;
  readonly issuers: readonly IssuerSeen[];
  readonly hosts: readonly HostSeen[];
  readonly disks: readonly DiskSeen[];
  readonly memory: MemorySeen | undefined;
  /** What gave no answer in time, in the words of the report. */
  readonly late: readonly string[];
}
