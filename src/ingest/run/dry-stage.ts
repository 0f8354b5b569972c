import type { NamedPart, SealedStage, Stage, StageCounts } from '../../store/store.js';

/** Replaces a stage in a dry run: only counts. */
export class DryStage implements Stage<unknown> {
  #records = 0;

  async put(batch: readonly unknown[]): Promise<void> {
    this.#records += batch.length;
  }

  counts(): StageCounts {
    return { records: this.#records, added: 0, changed: 0, unchanged: 0, repeated: 0 };
  }

  async parts(): Promise<readonly NamedPart[]> {
    return [];
  }

  async countMissing(): Promise<number> {
    return 0;
  }

  async seal(): Promise<SealedStage> {
    return { total: 0, apply: async () => ({ gone: 0 }) };
  }

  async discard(): Promise<void> {}
}
