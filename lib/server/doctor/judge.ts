import { CHECKS, complaint, type Complaint, unreached } from "./complaint";
import { judgeReplica } from "./judge-replica";
import type { GatewaySeen, KeySetSeen, Observations } from "./observations";

/** How far clocks may differ, in milliseconds. Decisions about tokens and budgets depend on them. */
const DATABASE_CLOCK_MS = 5_000;
/** The same for a provider: its header `Date` has whole seconds and may come from a cache. */
const ISSUER_CLOCK_MS = 15_000;
const MIB = 1024 * 1024;
/**
 * With less free space than these bytes, or this share of the disk, the journal or the database may soon run out of it.
 */
const LEAST_DISK = 1024 * MIB;
const LEAST_DISK_PART = 0.02;
const LEAST_MEMORY = 128 * MIB;
/** The share of taken database connections from which on doctor complains. */
const MOST_CONNECTIONS = 0.9;

/** What is wrong, judged by the observations alone, in the order of `CHECKS`. */
export function judge(seen: Observations): Complaint[] {
  const complaints = [
    ...settings(seen),
    ...database(seen),
    ...judgeReplica(seen.replica),
    ...gateway(seen),
    ...journal(seen),
    ...clocks(seen),
    ...issuers(seen),
    ...upstreams(seen),
    ...disks(seen),
    ...memory(seen),
    ...seen.late.map((what) =>
      complaint(
        "gateway",
        `${what} did not answer in time`,
        "check whether this machine is overloaded, then run doctor again",
      ),
    ),
  ];
  return complaints.sort((one, other) => CHECKS.indexOf(one.check) - CHECKS.indexOf(other.check));
}

/** What `lint:config` would refuse. */
function settings({ findings }: Observations): Complaint[] {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ number, file, path, line, message, fix }) => {
      const location = [file, line].filter((part) => part !== undefined).join(":");
      const text = [number, location, path, message].filter((part) => part !== "").join(" ");
      return complaint("settings", text, fix ?? "see docs/reference/configuration.md");
    });
}

function database({ database: found }: Observations): Complaint[] {
  if (found === undefined) return [];
  if (!found.reached) return [unreached(found.message, "check that it runs and that DATABASE_URL is right")];
  const { connections, maxConnections } = found;
  if (connections < maxConnections * MOST_CONNECTIONS) return [];
  return [
    complaint(
      "database",
      `${connections} of the database's ${maxConnections} connections are in use`,
      "raise max_connections, or put a pooler in front (docs/explain/database.md)",
    ),
  ];
}

function gateway({ gateway: found }: Observations): Complaint[] {
  switch (found?.kind) {
    case undefined:
      return [];
    case "silent":
      return found.holdsFolder
        ? [
            complaint(
              "gateway",
              `A gateway runs on the data folder, but does not answer at ${found.address} (${found.error})`,
              "read its log, and check that this command has the PORT and HOST of the gateway",
            ),
          ]
        : [];
    case "another version":
      return [
        complaint(
          "gateway",
          `A gateway runs on the data folder and answers at ${found.address}, but its readiness answer (status ${found.status}) comes from another version`,
          "run the doctor of its version, or finish the upgrade (docs/operate/upgrade.md)",
        ),
      ];
    case "another program":
      return [
        complaint(
          "gateway",
          `The program that answers at ${found.address} is not a gateway (status ${found.status})`,
          "set the same PORT for the gateway and this command, one that no other program uses",
        ),
      ];
    case "answers":
      return [...readiness(found), ...found.keySets.flatMap(keySet), ...found.credentials.map(credential)];
  }
}

function readiness({ readiness: report }: GatewaySeen & { kind: "answers" }): Complaint[] {
  const found: Complaint[] = [];
  if (report.status === "stopping")
    found.push(complaint("gateway", "The gateway is stopping", "wait until it has ended, or start it again"));
  if (report.database !== "ok")
    found.push(
      complaint(
        "database",
        "The gateway cannot reach its database",
        "check that it runs and that DATABASE_URL is right",
      ),
    );
  if (report.journal !== "ok")
    found.push(
      complaint(
        "journal",
        `The journal cannot be written: ${report.journal}`,
        "free some space, or give the gateway's user permission to write there",
      ),
    );
  if (report.models !== "ok") found.push(complaint("settings", report.models, "correct or delete these entries"));
  if (report.configuration !== "ok")
    found.push(
      complaint("settings", report.configuration, "run npm run lint:config, correct the file, then reload it"),
    );
  if (report.encryption !== "ok")
    found.push(
      complaint(
        "settings",
        report.encryption,
        "give every node the same GATEWAY_ENCRYPTION_KEY, or list the other key in GATEWAY_ENCRYPTION_KEY_PREVIOUS (docs/operate/rotation.md)",
      ),
    );
  for (const warning of report.warnings)
    found.push(complaint("gateway", warning, "make it the same on all nodes (docs/operate/nodes.md)"));
  if (report.change_feed === "deaf")
    found.push(
      complaint(
        "gateway",
        "The gateway does not receive changes from other nodes",
        "set DATABASE_DIRECT_URL to the address of the database without its pooler (docs/explain/database.md)",
      ),
    );
  if (report.change_feed === "disconnected" && report.database === "ok")
    found.push(
      complaint(
        "gateway",
        "The gateway has no connection over which it receives changes",
        "check DATABASE_DIRECT_URL, and whether the database has connections left",
      ),
    );
  return found;
}

function keySet({ url, stale, usable, ageSeconds, error }: KeySetSeen): Complaint[] {
  if (usable && !stale) return [];
  const age = ageSeconds === undefined ? "has never fetched" : `fetched ${Math.round(ageSeconds / 60)} minutes ago`;
  return [
    complaint(
      "issuers",
      usable
        ? `The gateway still uses the keys from ${url} that it ${age}`
        : `The gateway has no usable keys from ${url}`,
      `make sure that this machine can reach the provider${error === null ? "" : ` (${error})`}`,
    ),
  ];
}

function credential(why: string): Complaint {
  return complaint(
    "upstreams",
    `No calls can be made with a credential: ${why}`,
    "correct the settings of the models that need it, or the permissions of this machine",
  );
}

function journal({ journal: found, gateway: running }: Observations): Complaint[] {
  if (found === undefined) return [];
  const { directory, fault, segments, setAside } = found;
  const complaints: Complaint[] = [];
  if (fault !== undefined)
    complaints.push(
      complaint(
        "journal",
        `The journal in ${directory} cannot be written (${fault})`,
        "give the gateway's user permission to write there",
      ),
    );
  if (setAside.length > 0)
    complaints.push(
      complaint(
        "journal",
        `${setAside.length === 1 ? "1 file" : `${setAside.length} files`} in ${directory} has calls that could not be booked`,
        "find out why, then move them elsewhere (docs/explain/spend.md)",
      ),
    );
  if (segments > 0 && running?.kind === "silent" && !running.holdsFolder)
    complaints.push(
      complaint(
        "journal",
        `The journal in ${directory} has calls that are not booked, and no gateway is running`,
        "start the gateway, which books them",
      ),
    );
  return complaints;
}

function clocks({ database: found, issuers: providers }: Observations): Complaint[] {
  const clock = (whose: string, aheadMs: number): Complaint =>
    complaint(
      "clock",
      `The clock of this machine is ${Math.round(Math.abs(aheadMs) / 1000)} seconds ${aheadMs > 0 ? "behind" : "ahead of"} that of ${whose}`,
      "synchronise both clocks (NTP)",
    );
  return [
    ...(found?.reached && Math.abs(found.aheadMs) > DATABASE_CLOCK_MS ? [clock("the database", found.aheadMs)] : []),
    ...providers.flatMap(({ url, aheadMs }) =>
      aheadMs !== undefined && Math.abs(aheadMs) > ISSUER_CLOCK_MS ? [clock(url, aheadMs)] : [],
    ),
  ];
}

function issuers({ issuers: providers }: Observations): Complaint[] {
  return providers.flatMap(({ url, error }) =>
    error === undefined
      ? []
      : [
          complaint(
            "issuers",
            `No keys can be fetched from ${url} (${error})`,
            "correct the address, or let this machine reach it",
          ),
        ],
  );
}

function upstreams({ hosts }: Observations): Complaint[] {
  return hosts.flatMap(({ host, error }) =>
    error === undefined
      ? []
      : [
          complaint(
            "upstreams",
            `The host name ${host} cannot be resolved (${error})`,
            "correct api_base, or the DNS of this machine",
          ),
        ],
  );
}

function disks({ disks: found }: Observations): Complaint[] {
  return found
    .filter(({ free, size }) => free < LEAST_DISK || free < size * LEAST_DISK_PART)
    .map(({ directory, free }) =>
      complaint(
        "disk",
        `The disk of ${directory} has only ${Math.floor(free / MIB)} MiB left`,
        "free some space before the journal and the database run out of it",
      ),
    );
}

function memory({ memory: found }: Observations): Complaint[] {
  if (found === undefined || found.available >= LEAST_MEMORY) return [];
  return [
    complaint(
      "memory",
      `Only ${Math.floor(found.available / MIB)} MiB of ${Math.floor(found.size / MIB)} MiB of memory are left`,
      "stop other programs, or give the machine or container more memory",
    ),
  ];
}
