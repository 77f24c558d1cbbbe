/** Ends the console session and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf", { cache: "no-store" })).json()) as { csrfToken: string };
  await fetch("/api/auth/signout", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/console/sign-in", json: "true" }),
  });
  window.location.assign("/console/sign-in");
}
