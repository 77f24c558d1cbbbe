"use client";
import dynamic from "next/dynamic";
import { ConsoleShell } from "@/components/shell/console-shell";
import type { ConsoleAccess } from "@/lib/wire/sign-in/console-access";

// Administrators' pages have the same layout, and need not load these.
const OwnPages = dynamic(() => import("./own-pages").then((module) => module.OwnPages));

/** The pages of somebody who is not an administrator, in their frame. */
export function MemberShell({ access }: { access: Extract<ConsoleAccess, { state: "member" }> }) {
  return (
    <ConsoleShell name={access.name} detail={access.detail} navigation={false}>
      <OwnPages access={access} own={access.own} />
    </ConsoleShell>
  );
}
