"use client";
import { FileCode2 } from "lucide-react";
import { addressOf } from "@/components/api/address";
import { useApiDescription } from "@/components/api/use-api-description";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

const OperationList = lazyPart(() => import("./operation-list").then((module) => module.OperationList), Loading);

/** Every operation of the gateway, from its own OpenAPI document. */
export function ReferencePage() {
  const document = useApiDescription();
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every operation of this gateway. Clients call them with a token or a key; who may call which is decided by the rules under Access."
      >
        {/* A plain link, because this is a file and no page of the console. */}
        <a
          href={addressOf("/openapi.json")}
          className="flex items-center gap-1.5 rounded font-medium text-accent-text hover:underline"
        >
          <FileCode2 className="size-4" aria-hidden /> OpenAPI document
        </a>
      </PageHeader>
      {document.isPending ? (
        <Loading />
      ) : document.isLoadingError ? (
        <Card>
          <ErrorState error={document.error} retry={() => void document.refetch()} />
        </Card>
      ) : (
        <OperationList document={document.data} />
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
