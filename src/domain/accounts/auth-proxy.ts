/** Sign-in to the pages by a proxy in front of the service. */
export interface AuthProxy {
  /** Header with the name of the user, in lower case. */
  readonly header: string;
  /** API key that all users share. */
  readonly key: string;
  /** Addresses or networks of the proxies, or the names that DOSSIER_TRUST_PROXY allows. */
  readonly trusted: readonly string[];
}
