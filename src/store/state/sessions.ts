/** Sign-ins to the pages. A browser has a token; only the SHA-256 of the token and of the key are stored here. */
export interface Sessions {
  /**
   * Deletes expired sessions, and the oldest of the key beyond `max`. Never deletes the new one, even if the clock stepped
   * back.
   */
  begin(session: Session, max: number): Promise<void>;
  /**
   * Returns `undefined` if the session is unknown or has expired. It deletes an expired one, which stays expired if the clock
   * steps back. `at`: milliseconds since 1970.
   */
  find(hash: string, at: number): Promise<Session | undefined>;
  /** Returns false if there is none. */
  end(hash: string): Promise<boolean>;
}

export interface Session {
  /** SHA-256 of the token, hexadecimal. */
  readonly hash: string;
  /** SHA-256 of the key that signed in, as in the ledger. */
  readonly keyHash: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly endsAt: number;
}
