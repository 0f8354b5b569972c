/** Sign-in to the pages by a proxy in front of the service. */
export interface AuthProxy {
  /** Lower-case name of the header that names the person. */
  readonly header: string;
  /** API key with which each person uses the pages. */
  readonly key: string;
  /** The proxies: addresses, networks, or the names that DOSSIER_TRUST_PROXY allows. */
  readonly trusted: readonly string[];
}
