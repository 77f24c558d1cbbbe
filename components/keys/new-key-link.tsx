"use client";
import { Plus } from "lucide-react";
import { useReadOnly } from "@/components/shared/read-only";
import { buttonClasses } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { newKeyAddress } from "./key-owner";

/** A link to the form for a new key of a team or a user. Absent for accounts that may only look. */
export function NewKeyLink({ owner }: { owner: { readonly team_id: string } | { readonly user_id: string } }) {
  if (useReadOnly()) return null;
  return (
    <Link href={newKeyAddress(owner)} prefetch={false} className={buttonClasses("secondary", "small")}>
      <Plus className="size-3.5" aria-hidden /> Generate key
    </Link>
  );
}
