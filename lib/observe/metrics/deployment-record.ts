/** The latest attempts at a deployment in one process. Times are milliseconds since the epoch; 0: never. */
export interface DeploymentRecord {
  readonly deployment: string;
  /** Since the last success. */
  readonly failures: number;
  readonly failedAt: number;
  readonly succeededAt: number;
  /** Whether one of its models is on cooldown. */
  readonly isResting: boolean;
}

/** As many failures in a row as a passing trouble does not have. */
const FAILURES_OF_DOWN = 3;

/**
 * Which deployments serve, by what all processes know: 0 on cooldown in one of them, or after three failures with no
 * success since in any of them, else 1.
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
  if (records.some(({ isResting }) => isResting)) return false;
  const succeededAt = records.reduce((latest, record) => Math.max(latest, record.succeededAt), 0);
  const failures = records.reduce(
    // A process whose last failure came before that success knows less than the one that succeeded.
    (sum, { failures: own, failedAt }) => (failedAt >= succeededAt ? sum + own : sum),
    0,
  );
  return failures < FAILURES_OF_DOWN;
}
