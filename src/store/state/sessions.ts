/** Who is signed in to the pages. A browser holds a token; only its SHA-256 stands here, and that of the key. */
export interface Sessions {
  /** Ends what has run out, and the oldest sessions of the key beyond `max`. The new one is kept though the clock stepped back. */
  begin(session: Session, max: number): Promise<void>;
  /**
   * Returns `undefined` if the session is unknown or has expired. It deletes an expired one, which stays expired if the clock
   * steps back. `at`: milliseconds since 1970.
   */
  find(hash: string, at: number): Promise<Session | undefined>;
  /** False: there is none. */
  end(hash: string): Promise<boolean>;
}

export interface Session {
  /** SHA-256 of its token, hexadecimal. */
  readonly hash: string;
  /** SHA-256 of the key that signed in, as the ledger keeps it. */
  readonly keyHash: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly endsAt: number;
}
