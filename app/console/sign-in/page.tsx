import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { addressOf } from "@/components/api/address";
import { SignInForm } from "@/components/shell/sign-in-form";
import { FORM_TOKEN } from "@/lib/server/console/next-auth/csrf-cookie";
import { detailOf } from "@/lib/server/console/next-auth/sign-in-failure";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import { returnPage } from "@/lib/server/console/return-page";
import { SIGNED_OUT_HERE } from "@/lib/server/console/end-session";
import { consoleAccess } from "../access";

export const metadata: Metadata = { title: "Sign in" };

type Parameters = Promise<Readonly<Partial<Record<"error" | "callbackUrl" | "notice", string | string[]>>>>;

export default async function Page({ searchParams }: { searchParams: Parameters }) {
  const { error, callbackUrl, notice } = await searchParams;
  const returnTo = returnPage(first(callbackUrl));
  if ((await consoleAccess()).state !== "signed-out") redirect(addressOf(returnTo));
  const gateway = consoleGateway();
  const { masterKeyLogin, logins } = await gateway.settings();
  const fault = first(error);
  return (
    <SignInForm
      // Picked field by field, because these reach the browser and a login also holds a secret.
      providers={logins.map(({ id, label, issuer }) => ({ id, label, issuer }))}
      masterKey={masterKeyLogin}
      error={fault}
      detail={fault === undefined ? undefined : await consoleFailureDetail(fault)}
      isSignedOutHere={first(notice) === SIGNED_OUT_HERE}
      returnTo={returnTo}
      formToken={(await headers()).get(FORM_TOKEN) ?? ""}
    />
  );
}

function first(parameter: string | string[] | undefined): string | undefined {
  return Array.isArray(parameter) ? parameter[0] : parameter;
}

/** What the provider or the gateway said about a failed sign-in. `fault`: the code in the page's address. */
async function consoleFailureDetail(fault: string): Promise<string | undefined> {
  const requestHeaders = await headers();
  const { environment, sessionSecrets } = consoleGateway();
  const scope = {
    isSecure: requestHeaders.get("x-forwarded-proto") === "https",
    basePath: environment.basePath,
  };
  return detailOf(fault, requestHeaders.get("cookie") ?? undefined, sessionSecrets, scope);
}
