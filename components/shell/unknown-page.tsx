"use client";
import { SearchX } from "lucide-react";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";

/** Shown at an address of the console that has no page. */
export function UnknownPage() {
  return (
    <>
      <h1 className="sr-only">Page not found</h1>
      <Card>
        <EmptyState
          icon={SearchX}
          title="The console has no such page"
          action={
            <Link href="/console" className={buttonClasses()}>
              Go to the overview
            </Link>
          }
        >
          The address may be mistyped. Ctrl-K finds every page, team, user, key and model.
        </EmptyState>
      </Card>
    </>
  );
}
