import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/shell/sign-in-form";
import { consoleGateway } from "@/lib/auth/console-gateway";
import { consoleAccess } from "../access";

export const metadata: Metadata = { title: "Sign in" };

export default async function Page({ searchParams }: { searchParams: Promise<{ error?: string | string[] }> }) {
  if ((await consoleAccess()).state !== "signed-out") redirect("/console");
  const { error } = await searchParams;
  const gateway = consoleGateway();
  return (
    <SignInForm
      provider={gateway.environment.oidc?.issuer}
      masterKey={gateway.settings().general.console_master_key_login}
      error={Array.isArray(error) ? error[0] : error}
    />
  );
}
