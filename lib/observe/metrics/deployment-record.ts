/** The latest attempts at a deployment in one process. Times are milliseconds since the epoch; 0: never. */
export interface DeploymentRecord {
  readonly deployment: string;
  /** Since the last success. */
  readonly failures: number;
  readonly failedAt: number;
  readonly succeededAt: number;
  /** Whether one of its models is on cooldown. */
  readonly isOnCooldown: boolean;
}

/** This many failures in a row are more than a passing trouble. */
const FAILURES_OF_DOWN = 3;

/**
 * Which deployments are up, by the records of all processes. A deployment is down (0) while it is on cooldown in one of
 * them, or when three attempts have failed since the last success in any of them. Otherwise it is up (1).
 */
export function deploymentsUp(records: Iterable<DeploymentRecord>): Map<string, 0 | 1> {
  const byDeployment = new Map<string, DeploymentRecord[]>();
  for (const record of records) {
    const known = byDeployment.get(record.deployment);
    if (known) known.push(record);
    else byDeployment.set(record.deployment, [record]);
  }
  return new Map([...byDeployment].map(([deployment, ofProcesses]) => [deployment, isUp(ofProcesses) ? 1 : 0]));
}

function isUp(records: readonly DeploymentRecord[]): boolean {
  if (records.some(({ isOnCooldown }) => isOnCooldown)) return false;
  const succeededAt = records.reduce((latest, record) => Math.max(latest, record.succeededAt), 0);
  const failures = records.reduce(
    // The failures of a process before that success say nothing any more.
    (sum, { failures: own, failedAt }) => (failedAt >= succeededAt ? sum + own : sum),
    0,
  );
  return failures < FAILURES_OF_DOWN;
}
