import type { Scope } from '../contract/vocabulary.js';
import type { Account } from '../store/store.js';
import type { RequestWindow } from './rate-window.js';

export interface Caller {
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly account: Account;
  /** Counts the account's requests. */
  readonly window: RequestWindow;
}
