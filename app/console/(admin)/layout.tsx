import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { addressOf } from "@/components/api/address";
import { MemberShell, NoAccess } from "@/components/own/other-visitors";
import { HeldCount, InboxCount } from "@/components/notifications/navigation-counts";
import { NotificationsButton } from "@/components/notifications/notifications-button";
import { PaletteButton } from "@/components/palette/palette-button";
import { ConsoleShell } from "@/components/shell/console-shell";
import { FOLDED_COOKIE } from "@/components/shell/folding";
import { Unavailable } from "@/components/shell/unavailable";
import { REQUESTED_PAGE_HEADER, signInAddress } from "@/lib/server/console/return-page";
import { consoleAccess } from "../access";

export default async function AdministratorLayout({ children }: { children: ReactNode }) {
  const access = await consoleAccess();
  if (access.state === "signed-out") redirect(addressOf(signInAddress((await headers()).get(REQUESTED_PAGE_HEADER))));
  if (access.state === "unknown") return <Unavailable reason={access.reason} callersServed />;
  if (access.state === "refused") return <NoAccess access={access} />;
  if (access.state === "member") return <MemberShell access={access} />;
  return (
    <ConsoleShell
      name={access.name}
      detail={access.detail}
      readOnly={access.readOnly}
      isFolded={(await cookies()).has(FOLDED_COOKIE)}
      counts={{ "/console/refusals": <InboxCount />, "/console/tools": <HeldCount /> }}
      search={
        <>
          <PaletteButton readOnly={access.readOnly} />
          <NotificationsButton />
        </>
      }
    >
      {children}
    </ConsoleShell>
  );
}
