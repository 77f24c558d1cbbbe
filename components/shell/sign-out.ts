import { forgetDrafts } from "@/components/shared/drafts/kept-state";
import { addressOf } from "@/components/api/address";
import { holdReads } from "@/components/api/held-reads";

/** Ends the console session, and the session at the provider if there is one, then goes to the sign-in page. */
export async function signOut(): Promise<void> {
  const goOn = holdReads();
  // The browser may keep this page as it is, for a step back.
  window.addEventListener("pageshow", goOn, { once: true });
  try {
    window.location.assign(await endSession());
  } catch (fault) {
    goOn();
    throw fault;
  }
}

/** Returns where to go then. */
async function endSession(): Promise<string> {
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
  return url;
}
