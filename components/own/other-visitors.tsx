"use client";
import dynamic from "next/dynamic";
import { ConsoleShell } from "@/components/shell/console-shell";
import type { ConsoleAccess } from "@/lib/wire/sign-in/console-access";

// Administrators' pages have the same layout, and need not load what the others see in it.
const OwnPages = dynamic(() => import("./own-pages").then((module) => module.OwnPages));

const OwnNavigation = dynamic(() => import("./own-pages").then((module) => module.OwnNavigation));

/** The door for somebody who may neither use the gateway nor administer it. */
export const NoAccess = dynamic(() => import("@/components/shell/no-access").then((module) => module.NoAccess));

/** The pages of somebody who uses the gateway and does not administer it, in their frame. */
export function MemberShell({ access }: { access: Extract<ConsoleAccess, { state: "member" }> }) {
  return (
    <ConsoleShell
      name={access.name}
      detail={access.detail}
      navigation={false}
      pages={<OwnNavigation own={access.own} isInHeader />}
    >
      <OwnPages access={access} own={access.own} />
    </ConsoleShell>
  );
}
