/** Ends the console session, and the session at the provider if there is one, then goes to the sign-in page. */
export async function signOut(): Promise<void> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf", { cache: "no-store" })).json()) as { csrfToken: string };
  const response = await fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/console/sign-in", json: "true" }),
  });
  const { url } = (await response.json()) as { url: string };
  window.location.assign(url);
}
