/** The variable that holds the caller's key or token. No snippet holds a secret. */
export const SECRET_VARIABLE = "GATEWAY_KEY";

/** A string as JSON, Python, JavaScript, TOML and YAML write it. */
export const quoted = (text: string): string => JSON.stringify(text);

/** A string as a word of a POSIX shell, which reads nothing between single quotes. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** What the examples ask. */
export const HELLO = "Say hello.";
