// Libraries for dialogs and notices put style elements into the page and know no nonce, so the page's
// Content-Security-Policy would drop them. Scripts may create styles, and markup may not: each style element that a
// script creates gets the nonce. instrumentation-client.ts imports this before any library.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
const createElement = document.createElement.bind(document);
if (nonce) {
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}

export {};
