"use client";
import { Plug } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { addressOf } from "@/components/api/address";
import { useOperation } from "@/components/api/use-operation";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/lazy/toast";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState } from "@/components/ui/states";
import { toolConnectionContracts } from "@/lib/wire/contracts/connections/tool-connections";

const CONNECTIONS = "/console/connections";

/** Where an authorization server sends a user back to. Its answer is passed on once, and taken out of the address. */
export function ReturnPage() {
  const router = useRouter();
  const query = useSearchParams();
  const isPassedOn = useRef(false);
  const finish = useOperation(toolConnectionContracts.finish, {
    keepsSecret: true,
    onSuccess: ({ server_id: server }) => {
      toast.success(`Connected to ${server}`);
      router.replace(addressOf(CONNECTIONS));
    },
  });
  const state = query.get("state") ?? "";
  useEffect(() => {
    if (isPassedOn.current || state === "") return;
    isPassedOn.current = true;
    const given = (name: string) => query.get(name) ?? undefined;
    const answer = { state, code: given("code"), iss: given("iss"), error: given("error") };
    window.history.replaceState(null, "", addressOf(`${CONNECTIONS}/return`));
    finish.mutate(answer);
  }, [finish, query, state]);
  const isWrong = finish.error !== null || (state === "" && finish.isIdle);
  return (
    <>
      <PageHeader title="My connections" description="You are being connected to a tool server." />
      <Card>
        {isWrong ? (
          <div role="alert">
            <EmptyState
              icon={Plug}
              title="You are not connected"
              action={
                <Link href={CONNECTIONS} className="font-medium text-accent-text hover:underline">
                  Back to my connections
                </Link>
              }
            >
              {finish.error?.message ?? "This page completes a sign-in that you start in My connections."}
            </EmptyState>
          </div>
        ) : (
          <div role="status" aria-label="Connecting" className="p-4">
            <Skeleton className="h-24 w-full" />
          </div>
        )}
      </Card>
    </>
  );
}
