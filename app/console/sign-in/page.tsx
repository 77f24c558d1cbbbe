import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/shell/sign-in-form";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import { returnPage } from "@/lib/server/console/return-page";
import { consoleAccess } from "../access";

export const metadata: Metadata = { title: "Sign in" };

type Parameters = Promise<{ readonly error?: string | string[]; readonly callbackUrl?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Parameters }) {
  const { error, callbackUrl } = await searchParams;
  const returnTo = returnPage(first(callbackUrl));
  if ((await consoleAccess()).state !== "signed-out") redirect(returnTo);
  const gateway = consoleGateway();
  const { masterKeyLogin, acceptsJwts } = await gateway.settings();
  return (
    <SignInForm
      provider={acceptsJwts ? gateway.environment.oidc?.issuer : undefined}
      masterKey={masterKeyLogin}
      error={first(error)}
      returnTo={returnTo}
    />
  );
}

function first(parameter: string | string[] | undefined): string | undefined {
  return Array.isArray(parameter) ? parameter[0] : parameter;
}
