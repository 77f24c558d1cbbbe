import type { z } from "zod";
import { useOperation } from "@/components/api/use-operation";
import { useVersion } from "@/components/shared/drafts/use-version";
import { describeReceipts } from "@/components/shared/receipts";
import { toast } from "@/components/ui/lazy/toast";
import type { VersionedWrite } from "@/lib/wire/contract";
import type { receipts } from "@/lib/wire/fields";

type Deletes = VersionedWrite<z.ZodType, z.ZodType<{ readonly nodes: z.output<typeof receipts> }>>;

/**
 * The deletion of a row of the database, for `DeleteForm`. `etag`: the version that was read. `told`: what is said once
 * it is done, such as "sums is deleted".
 */
export function useDeletion<Contract extends Deletes>(
  contract: Contract,
  { etag, told, onDone }: { etag: string | undefined; told: string; onDone: () => void },
) {
  const version = useVersion(etag);
  const remove = useOperation<Contract>(contract, {
    onSuccess: ({ nodes }) => {
      toast.success(told, { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    ifMatch: version.ifMatch,
  });
  return { version, remove };
}
