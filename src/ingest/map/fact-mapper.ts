import type { SecFact } from '../../domain/sec/sec.js';
import { RecordRefused } from '../read/index.js';
import type { WarningTally } from '../report/warnings.js';
import { withinLimits } from './long-fields.js';

/** Returns the facts in a source's files unchanged, except for fields that are too long. */
export class FactMapper {
  readonly #warnings: Pick<WarningTally, 'add'>;

  constructor(warnings: Pick<WarningTally, 'add'>) {
    this.#warnings = warnings;
  }

  map(facts: readonly SecFact[]): SecFact[] {
    return facts.flatMap((fact) => this.#accepted(fact) ?? []);
  }

  #accepted(fact: SecFact): SecFact | undefined {
    try {
      return withinLimits(fact, this.#warnings);
    } catch (error) {
      if (!(error instanceof RecordRefused)) throw error;
      const where = fact.kind === 'filing' ? fact.accession : `CIK ${fact.cik}`;
      this.#warnings.add('rejected_row', error.message, where);
      return undefined;
    }
  }
}
