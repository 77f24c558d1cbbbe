"use client";
import { useOperation } from "@/components/api/use-operation";
import { describeReceipts } from "@/components/shared/receipts";
import { toast } from "@/components/ui/lazy/toast";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { keyName } from "./key-name";

/** Unblocks a key and says so. */
export function useUnblockKey() {
  return useOperation(keyContracts.unblock, {
    onSuccess: ({ nodes, ...key }) =>
      toast.success(`${keyName(key)} is unblocked`, { description: describeReceipts(nodes, "Unblocked") }),
    onError: (error: Error) => toast.error(error.message),
  });
}
