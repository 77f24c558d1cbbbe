/**
 * Signs somebody in to the console of a gateway as a browser does, at the local provider. The password is the user
 * name. Returns the `Cookie` header for the gateway.
 */
export async function signInToConsole(url: string, username: string): Promise<string> {
  const jars = new Map<string, Map<string, string>>();
  const go = async (address: string, form?: Record<string, string>): Promise<Response> => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const answer = await fetch(address, {
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = (await (await go(`${url}/api/auth/csrf`)).json()) as { csrfToken: string };
  const begun = await go(`${url}/api/auth/signin/oidc`, { csrfToken, callbackUrl: `${url}/console`, json: "true" });
  let { url: next } = (await begun.json()) as { url: string };
  for (let steps = 0; steps < 10 && !next.startsWith(`${url}/console`); steps++) {
    const isForm = next.includes("/interaction/");
    const answer = await go(next, isForm ? { username, password: username } : undefined);
    next = new URL(answer.headers.get("location") ?? "", next).href;
  }
  return [...(jars.get(url) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
}
