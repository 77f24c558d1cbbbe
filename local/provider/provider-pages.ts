const STYLE = `
  :root { color-scheme: light dark; --ink: #16181d; --soft: #5c6370; --paper: #fff; --ground: #f3f4f7; --line: #d6d9e0; --accent: #3355dd; }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #9aa1ae; --paper: #1b1e24; --ground: #121419; --line: #353a44; --accent: #7c95ff; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 380px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 32px; }
  h1 { margin: 0 0 4px; font-size: 22px; }
  p { margin: 0 0 20px; color: var(--soft); font-size: 14px; }
  label { display: block; margin: 0 0 14px; font-size: 14px; font-weight: 600; }
  input { display: block; width: 100%; margin-top: 6px; padding: 10px 12px; font: inherit; font-weight: 400; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
  button { width: 100%; padding: 11px; font: inherit; font-weight: 600; color: #fff; background: #3355dd; border: 0; border-radius: 8px; cursor: pointer; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  a { display: block; margin-top: 14px; text-align: center; color: var(--soft); font-size: 14px; }
  .error { padding: 10px 12px; border: 1px solid #d33; border-radius: 8px; color: inherit; }
  dl { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--soft); }
  dt { margin-top: 8px; } dd { margin: 0; color: var(--ink); font-family: ui-monospace, monospace; }
`;

/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A whole page; `body` is trusted HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body>
</html>`;
}

export interface LoginPage {
  readonly client: string;
  readonly action: string;
  readonly cancel: string;
  /** The user name that was typed at the first attempt. */
  readonly username?: string;
  readonly error?: string;
  /** The accounts that are shown below the form. This provider is a fixture, so nothing here is secret. */
  readonly accounts: readonly { readonly title: string; readonly username: string; readonly password: string }[];
}

/** The login form. */
export function loginPage(login: LoginPage): string {
  const error = login.error ? `<p class="error" role="alert">${escapeHtml(login.error)}</p>` : "";
  const accounts = login.accounts.map(
    ({ title, username, password }) =>
      `<dt>${escapeHtml(title)}</dt><dd>${escapeHtml(username)} / ${escapeHtml(password)}</dd>`,
  );
  return page(
    "Log in",
    `<h1>Log in</h1><p>to continue to ${escapeHtml(login.client)}</p>${error}
<form method="post" action="${escapeHtml(login.action)}">
  <label>User name<input name="username" required autofocus autocomplete="username" value="${escapeHtml(login.username ?? "")}"></label>
  <label>Password<input name="password" type="password" required autocomplete="current-password"></label>
  <button type="submit">Log in</button>
  <a href="${escapeHtml(login.cancel)}">Cancel</a>
</form>
<dl>Local demonstration provider${accounts.join("")}</dl>`,
  );
}
