"use client";
import { Contact } from "lucide-react";
import { Link } from "@/components/ui/link";
import { EntityDetailPage, EntityPage } from "@/components/entities/entity-pages";
import type { EntityScreen } from "@/components/entities/entity-screen";
import { KINDS } from "@/components/entities/kinds";
import { rateText } from "@/components/limits/limit-summary";
import type { EndUser } from "@/lib/wire/end-user";

const SCREEN: EntityScreen<EndUser> = {
  kind: KINDS.customer,
  icon: Contact,
  description: "Whom your applications make calls for. Listed are those with a name, a limit or a block.",
  whenNone: (
    <>
      Create one with the id that calls carry, to give it a budget and limits or to block it. <InSpend />
    </>
  ),
  whenNoneFits: <InSpend />,
  columns: [
    {
      head: "Rate",
      from: "md",
      cell: (endUser) => (
        <span className="text-ink-soft">
          {rateText(endUser).join(" · ") || <span className="text-ink-faint">No limit</span>}
        </span>
      ),
    },
  ],
  form: {
    fields: [["alias"], ["limits"], ["blocked"]],
    idHint:
      "Must match, letter for letter, the id in calls: the claim that end_user_id_jwt_field names, or the request’s field “user”.",
    whenCreating:
      "Calls do not require this. Create an end user to give them a name, a budget and limits, or to block them.",
    whenChanging: "In force on every node from the next request.",
  },
  drawer: {
    facts: () => [],
    noCalls: "No call has been made for this end user yet.",
    linksCalls: true,
  },
};

export function EndUsersPage() {
  return <EntityPage screen={SCREEN} />;
}

export function EndUserPage() {
  return <EntityDetailPage screen={SCREEN} />;
}

/** Says where to find end users without a name, a limit or a block, which this list does not have. */
function InSpend() {
  return (
    <>
      End users who appear only in calls are listed under{" "}
      <Link href="/console/spend?by=end_user" prefetch={false} className="font-medium underline underline-offset-2">
        Spend
      </Link>
      .
    </>
  );
}
