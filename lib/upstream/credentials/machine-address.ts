/**
 * Whether a host serves credentials to the machine itself: EC2 and the other clouds (169.254.169.254), ECS and EKS
 * (169.254.170.2, .23), Google's name for it, an app's identity on Azure (169.254.129.x), or loopback, where agents
 * listen. `hostname`: as `URL` has it.
 */
export function servesMachine(hostname: string): boolean {
  return HOSTS.has(hostname) || /^(?:127\.\d+\.\d+\.\d+|169\.254\.129\.\d+)$/.test(hostname);
}

const HOSTS: ReadonlySet<string> = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "[fd00:ec2::23]",
  "[fd00:ec2::254]",
  "metadata.google.internal",
  "localhost",
  "[::1]",
]);
