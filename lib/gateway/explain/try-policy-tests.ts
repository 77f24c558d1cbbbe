import type { FindDecidedOperation } from "@/lib/auth/written-request";
import { runPolicyTests, type PolicyTestResult } from "@/lib/auth/policy/run-policy-tests";
import type { Settings } from "@/lib/config/schema";
import type { Services } from "../services";

/**
 * Runs the policy tests of these settings. The database has the rows that a test does not assume.
 * @throws GatewayError directory_unavailable
 */
export async function tryPolicyTests(
  { directory, database, now }: Pick<Services, "directory" | "database" | "now">,
  settings: Settings,
  find: FindDecidedOperation,
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
    now: now(),
  });
}
