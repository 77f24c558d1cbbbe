import type { FindOperationAccess } from "@/lib/auth/access-request";
import { runPolicyTests, type PolicyTestResult } from "@/lib/auth/policy/run-policy-tests";
import type { Settings } from "@/lib/config/schema";
import type { Services } from "../services";

/**
 * Runs the policy tests of these settings. The database has the rows that a test does not assume. `pace`: as in
 * `PolicyWorld`.
 * @throws GatewayError directory_unavailable
 */
export async function tryPolicyTests(
  { directory, database, now }: Pick<Services, "directory" | "database" | "now">,
  settings: Settings,
  find: FindOperationAccess,
  pace: () => Promise<boolean>,
): Promise<PolicyTestResult[]> {
  const { policy_tests: tests } = settings.jwtAuth;
  return await runPolicyTests(tests, {
    settings,
    scope: settings.general.end_user_scope,
    directory,
    key: async (id) => {
      const row = await database.prisma.key.findUnique({ where: { id }, select: { hash: true } });
      return row ? await directory.keyByHash(row.hash) : undefined;
    },
    find,
    pace,
    now: now(),
  });
}
