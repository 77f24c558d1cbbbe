"use client";
import { ScanSearch } from "lucide-react";
import { formatCount } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Mono } from "@/components/ui/text";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import type { SeenClaims } from "@/lib/wire/claim-catalogue";

/** The claims that the recent tokens of each issuer had. */
export function ClaimsSeen() {
  const claims = useRead(decisionContracts.claims, {});
  if (claims.isPending)
    return (
      <Card>
        <TableSkeleton rows={4} />
      </Card>
    );
  if (claims.isLoadingError)
    return (
      <Card>
        <ErrorState error={claims.error} retry={() => void claims.refetch()} />
      </Card>
    );
  const { hours, issuers } = claims.data;
  if (issuers.length === 0)
    return (
      <Card>
        <EmptyState icon={ScanSearch} title="No tokens seen">
          No token was accepted in the last {hours} hours. An accepted token appears here at once.
        </EmptyState>
      </Card>
    );
  return (
    <div className="space-y-5">
      {issuers.map((issuer) => (
        <IssuerClaims key={issuer.issuer} hours={hours} {...issuer} />
      ))}
    </div>
  );
}

type SeenClaim = SeenClaims["issuers"][number]["claims"][number];

/** The claims that the tokens of one issuer had in the last `hours`. */
export function IssuerClaims({ issuer, tokens, claims, hours }: SeenClaims["issuers"][number] & { hours: number }) {
  const title = issuer ?? "Issuers without an entry in issuers";
  return (
    <Card>
      <CardHeader
        title={<span className="wrap-anywhere">{title}</span>}
        description={`${formatCount(tokens)} ${tokens === 1 ? "token" : "tokens"} of the last ${hours} hours. A value is shown only if it names something that exists here.`}
      />
      <DataTable label={`Claims of ${title}`} columns={COLUMNS} rows={claims} keyOf={({ path }) => path} />
    </Card>
  );
}

const COLUMNS: readonly Column<SeenClaim>[] = [
  {
    head: "Claim",
    cell: ({ path, read_by: fields }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Mono className="wrap-anywhere">{path}</Mono>
        {fields.map((field) => (
          <Badge key={field} tone="accent">
            {field}
          </Badge>
        ))}
      </span>
    ),
  },
  { head: "Tokens", align: "right", look: "tabular-nums", cell: ({ tokens }) => formatCount(tokens) },
  { head: "Type", cell: ({ types }) => types.join(" or ") },
  { head: "Looks like", from: "sm", cell: ({ shapes }) => shapes.join(", ") },
  {
    head: "Names",
    from: "sm",
    look: "wrap-anywhere",
    cell: ({ ids }) => ids.map(({ kind, id }) => `${KINDS[kind]} ${id}`).join(", "),
  },
];

const KINDS = {
  team: "team",
  user: "user",
  organization: "organisation",
  end_user: "end user",
  role: "role",
  scope: "scope",
} as const;
