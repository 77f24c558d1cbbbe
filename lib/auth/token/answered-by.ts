/** How a provider was asked about a token that the gateway cannot read, or not fully. */
export type AnsweredBy = "introspection" | "userinfo";
