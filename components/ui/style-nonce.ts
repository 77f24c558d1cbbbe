// Libraries for dialogs and notices add style elements without a nonce, which the page's Content-Security-Policy would
// drop. So each style element that a script creates gets the nonce; those in markup do not. instrumentation-client.ts
// imports this file before any library.
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
