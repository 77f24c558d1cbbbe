"use client";
import { FileCode2 } from "lucide-react";
import { addressOf } from "@/components/api/address";
import { useApiDescription } from "@/components/api/use-api-description";
import { useAddress } from "@/components/shared/use-address";
import { PageHeader } from "@/components/shell/page-header";
import { Card } from "@/components/ui/card";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { lazyPart } from "@/components/ui/lazy/lazy-part";

/** What the address of the page holds: the search, and the unfolded operation. */
const USUAL = { search: "", operation: "" };

const OperationList = lazyPart(() => import("./operation-list").then((module) => module.OperationList), Loading);

/** Every operation of the gateway, from its own OpenAPI document. */
export function ReferencePage() {
  const document = useApiDescription();
  const [{ search, operation }, change] = useAddress(USUAL);
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every operation of this gateway. The rules under Access decide who may call which."
      >
        <SearchInput
          className="w-full sm:w-72"
          label="Search operations"
          placeholder="Path, words or field"
          value={search}
          onChange={(event) => change({ search: event.target.value }, "typed")}
        />
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
        <OperationList document={document.data} search={search} open={operation} onChange={change} />
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
