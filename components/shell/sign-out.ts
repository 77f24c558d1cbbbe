import { forgetDrafts } from "@/components/shared/drafts/kept-state";
import { addressOf } from "@/components/api/address";

/** Ends the console session, and the session at the provider if there is one, then goes to the sign-in page. */
export async function signOut(): Promise<void> {
  const { csrfToken } = (await (await fetch(addressOf("/api/auth/csrf"), { cache: "no-store" })).json()) as {
    csrfToken: string;
  };
  const response = await fetch(addressOf("/api/auth/signout"), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/console/sign-in", json: "true" }),
  });
  forgetDrafts();
  const { url } = (await response.json()) as { url: string };
  window.location.assign(url);
}
