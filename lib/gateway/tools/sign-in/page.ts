import { createHash } from "node:crypto";
import type { ApiReply } from "@/lib/doors/contract";
import type { recipientOf } from "@/lib/mcp/sign-in/redirects";

const STYLE = `
:root{color-scheme:light dark;--canvas:#fbfbfc;--surface:#fff;--muted:#f3f4f6;--line:#e4e6eb;--strong:#c9cdd6;--ink:#15181e;--soft:#4d5565;--accent:#4650d8;--over:#3a43bf;--on:#fff;--ring:#4650d8}
@media (prefers-color-scheme:dark){:root{--canvas:#0e1014;--surface:#15181e;--muted:#1c2027;--line:#272c35;--strong:#3b4250;--ink:#eef0f4;--soft:#a5adbb;--accent:#5a64e8;--over:#6b75f2;--on:#fff;--ring:#8d95ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--ink);font:15px/1.55 "Geist Variable",system-ui,sans-serif}
main{width:100%;max-width:440px;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:28px;box-shadow:0 1px 2px rgb(20 24 32/.05)}
h1{margin:0 0 8px;font-size:20px;line-height:1.3;letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:balance}
main>:last-child{margin-bottom:0}
b{color:var(--ink)}
p{margin:0 0 16px;color:var(--soft)}
dl{margin:0 0 16px;padding:4px 14px;background:var(--muted);border:1px solid var(--line);border-radius:8px}
dl div{padding:10px 0}
dl div+div{border-top:1px solid var(--line)}
dt{font-size:13px;color:var(--soft)}
dd{margin:2px 0 0;font-weight:600;overflow-wrap:anywhere}
dd small{display:block;font-size:13px;font-weight:400;color:var(--soft)}
form{display:grid;gap:8px;margin:20px 0 0}
button,.button{display:block;width:100%;padding:10px 14px;border:1px solid transparent;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere;text-wrap:balance}
button:hover,.button:hover{background:var(--over)}
button.quiet{background:transparent;border-color:var(--strong);color:var(--ink)}
button.quiet:hover{background:var(--muted)}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** A page of a sign-in. It has no script, shows in no frame, and its form goes to the gateway alone. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** What the user is asked. */
export interface Question {
  /** What the application calls itself; undefined: nothing. */
  readonly name: string | undefined;
  /** The host that describes it; undefined: it has registered itself. */
  readonly describedAt: string | undefined;
  readonly recipient: ReturnType<typeof recipientOf>;
  /** The gateway, as the browser knows it. */
  readonly host: string;
  /** Where users can sign in, with what people know each by. */
  readonly providers: readonly { readonly issuer: string; readonly host: string }[];
  /** The address of the form. */
  readonly action: string;
  /** What the form sends back. */
  readonly sealed: string;
}

/** The page that asks whether an application may use tools as its user. */
export function questionPage(asked: Question, headers: Readonly<Record<string, string>>): ApiReply {
  const { name, describedAt, recipient, host, providers, action, sealed } = asked;
  const title = name === undefined ? "An application asks to use your tools" : `${name} asks to use your tools`;
  const known =
    describedAt === undefined
      ? "It chose this name itself. Nobody has checked it."
      : `It is described at ${describedAt}, which chose this name.`;
  const buttons = providers.map(
    ({ issuer, host: at }) =>
      `<button name="issuer" value="${escapeHtml(issuer)}">Allow, and sign in at ${escapeHtml(at)}</button>`,
  );
  return page(
    title,
    `<p>It could then call tools at <b>${escapeHtml(host)}</b> with your permissions, until you end its access.</p>
<dl>
<div><dt>Application</dt><dd>${escapeHtml(name ?? "Without a name")}<small>${escapeHtml(known)}</small></dd></div>
<div><dt>Your access goes to</dt><dd>${escapeHtml(recipient.name)}<small>${RECIPIENTS[recipient.kind]}</small></dd></div>
</dl>
<p>Allow this only if you have just begun it yourself, and know where your access goes.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="question" value="${escapeHtml(sealed)}">
${buttons.join("\n")}
<button class="quiet" name="answer" value="deny">Do not allow</button>
</form>`,
    { headers },
  );
}

const RECIPIENTS = {
  site: "a web site",
  machine: "a program on this computer",
  application: "an application that is installed on this computer",
} as const;

/**
 * A page that leads on at once, and by a link. A redirect would not do: browsers apply `form-action` to where the
 * answer to a form leads.
 */
export function onwardPage(title: string, address: string): ApiReply {
  const to = escapeHtml(address);
  return page(
    title,
    `<p>If nothing happens, use this button.</p><a class="button" href="${to}" rel="noreferrer">Continue</a>`,
    {
      head: `<meta http-equiv="refresh" content="0;url=${to}">`,
    },
  );
}

/** A page that says why a sign-in ends here. */
export function refusalPage(because: string, status = 400): ApiReply {
  return page("This sign-in cannot go on", `<p>${escapeHtml(because)}</p><p>You can close this page.</p>`, { status });
}

function page(
  title: string,
  body: string,
  {
    status = 200,
    headers = {},
    head = "",
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly head?: string },
): ApiReply {
  return {
    status,
    headers: { ...HEADERS, ...headers },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body>
</html>`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
