import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { LookProvider } from "@/components/shell/console-look";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import type { ConsoleLook } from "@/lib/wire/sign-in/console-look";

/** How the console looks by the settings in force. */
async function consoleLook(): Promise<ConsoleLook> {
  // It marks the page as dynamic, so that the build, which has no gateway, skips it.
  await headers();
  return (await consoleGateway().settings()).look;
}

export async function generateMetadata(): Promise<Metadata> {
  const { environment } = await consoleLook();
  if (environment === undefined) return {};
  const name = `${environment} · Model Gateway`;
  return { title: { default: name, template: `%s · ${name}` } };
}

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <LookProvider look={await consoleLook()}>{children}</LookProvider>;
}
