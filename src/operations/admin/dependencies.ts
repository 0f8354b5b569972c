import type { Scope } from '../../contract/vocabulary.js';
import type { Actor, Catalog, KeyRecord, Ledger } from '../../store/store.js';

export interface AdminDependencies {
  readonly ledger: Ledger;
  readonly catalog: Pick<Catalog, 'listRunSummaries' | 'contentVersion'>;
  /** Makes a key and shows it once. */
  readonly issueKey: (
    of: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: number | null; now: number },
    by: Actor,
    /** The source of its random bytes; the system if omitted. */
    random?: (size: number) => Uint8Array,
  ) => Promise<{ readonly key: string; readonly record: KeyRecord }>;
  readonly index: {
    readonly current: () => IndexBuild | undefined;
    /** `undefined` where there is no build before the current one. */
    readonly rollBack: () => Promise<IndexBuild | undefined>;
  };
}

export interface IndexBuild {
  readonly builtAt: number;
  readonly contentVersion: number;
  readonly previous?: Omit<IndexBuild, 'previous'>;
}
