import type { Indexes } from '../../operations/support/dependencies.js';
import type { Ledger, State } from '../../store/store.js';
import type { ExportFiles } from '../service/files.js';

/** The parts that the operations of exports work with. */
export interface ExportParts {
  readonly indexes: () => Indexes | undefined;
  readonly state: Pick<State, 'exports' | 'matchLists'>;
  readonly ledger: Pick<Ledger, 'charge' | 'statement'>;
  readonly files: ExportFiles;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long the files of a complete export are kept. */
  readonly keptMs: number;
  readonly onCharged: (operation: string, credits: number) => void;
}
