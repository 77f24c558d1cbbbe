/**
 * Why a sign-in to the console failed, in the words of the sign-in page. The page shows these sentences and no other
 * text from its address. Some of the names are next-auth's.
 */
const SIGN_IN_FAULTS = {
  OAuthSignin:
    "The OpenID provider could not be reached. Check that it is up and that OIDC_ISSUER (or its issuer in console_login) is right, then try again.",
  OAuthCallback: "The sign-in through the provider failed. The gateway's log says why.",
  Callback: "The provider answered, but its answer could not be used. The gateway's log says why.",
  AccessDenied: "The sign-in was refused or cancelled at the provider.",
  ProviderRefused: "The provider refused the sign-in.",
  ProviderFailed: "The provider could not complete the sign-in. Try again.",
  ClientRefused:
    "The provider does not accept the console's client: OIDC_CLIENT_ID and OIDC_CLIENT_SECRET (or those in console_login) do not fit.",
  TokensBound:
    "The provider wants to bind the console's tokens to a key (DPoP), which the console does not support. Turn that off for the console's client at the provider.",
  ExchangeRefused:
    "The provider refused the sign-in at its last step. Try again. If that does not help, the provider may want to bind the console's tokens to a key (DPoP), which the console does not support: turn that off for the console's client there.",
  ProviderUnreachable: "The provider could not be reached to complete the sign-in. Try again.",
  CookiesLost: "The sign-in took too long, or this browser did not keep its cookies. Try again.",
  IdTokenRefused: "The provider's ID token could not be verified.",
  TokenRefused: "The gateway does not accept this account.",
  DatabaseAway:
    "The gateway's database cannot be reached, so nobody can sign in. Callers whom the gateway knows are still served.",
  Undecided: "The gateway cannot decide about this account at the moment. Try again later.",
  CredentialsSignin: "That is not the master key. It starts with what the gateway printed at its first start.",
  TooManyAttempts: "Too many wrong master keys came from this address. Wait a minute, then try again.",
  TokenTooLarge:
    "The provider's token is too large for a session. Have it carry fewer claims, for example fewer groups.",
  Configuration: "The sign-in is not set up correctly. The gateway's log says why.",
  unreachable: "The gateway does not answer. Is it running?",
} as const;

export type SignInFault = keyof typeof SIGN_IN_FAULTS;

/** The sentence for a fault that a page's address names. Any other text gets the most general sentence. */
export function signInFaultText(name: string): string {
  return isSignInFault(name)
    ? SIGN_IN_FAULTS[name]
    : "The sign-in failed. Try again, and look into the gateway's log if it fails again.";
}

/** Whether a string names a fault. */
export function isSignInFault(name: string): name is SignInFault {
  return Object.hasOwn(SIGN_IN_FAULTS, name);
}
