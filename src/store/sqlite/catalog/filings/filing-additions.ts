import type { SecSourceId } from '../../../../domain/sec/sec.js';
import { FILING_PRECEDENCE } from '../../../../domain/sec/sec-precedence.js';
import type { Sqlite } from '../../file/driver.js';
import type { ApplyRun } from '../entities/apply-run.js';
import type { StepRange } from '../entities/entity-additions.js';
import type { EventWriter } from '../feed/event-writer.js';
import type { Tally } from '../staging/apply.js';
import type { FilerWriter } from './filer-writer.js';
import { claimOf } from './sec-claims.js';

interface FilingWriters {
  readonly source: SecSourceId;
  readonly filers: FilerWriter;
  readonly events: EventWriter;
}

type Named = [cik: number, name: string, filed: string, accession: string];

/**
 * Adds the new rows of a range of places that have a single fact, by set: copied from the attached stage to the catalog in SQL.
 */
export class FilingAdditions {
  readonly #values;
  readonly #insert;
  readonly #created;
  readonly #named;
  readonly #filers: FilerWriter;

  constructor(catalog: Sqlite, attached: string, run: ApplyRun, { source, filers, events }: FilingWriters) {
    const added = `FROM ${attached}.filings WHERE place > @after AND place <= @to AND alone = 1`;
    this.#values = { run: run.id, at: run.startedAt, name: run.sourceId, claims: claimOf(source) };
    this.#filers = filers;
    this.#insert = catalog.prepare(
      `INSERT OR IGNORE INTO filing_rows
         (accession, cik, form, number, filed, period, name, description, items, ranks, claims, run)
       SELECT accession, cik, form, @base + place, filed, period, name, description, items, ranks, @claims, @run
       ${added} ORDER BY place`,
    );
    // The fields are those of `filingFields`. A row that another load added meanwhile has another number.
    this.#created = events.silent
      ? undefined
      : catalog.prepare(
          `INSERT INTO events (kind, type, id, source, cik, form, run, at, content)
           SELECT 'created', 'filing', accession, @name, cik, form, @run, @at, json_object('fileDate', filed,
             'periodEnding', period, 'filerName', name, 'description', description, 'items', items)
           FROM (SELECT * ${added}) AS step
           WHERE (SELECT number FROM filing_rows WHERE filing_rows.accession = step.accession
             AND filing_rows.cik = step.cik AND filing_rows.form = step.form) = @base + place
           ORDER BY place`,
        );
    const sources: readonly SecSourceId[] = FILING_PRECEDENCE.name;
    this.#named = sources.includes(source)
      ? catalog
          .prepare<[StepRange], Named>(`SELECT cik, name, filed, accession ${added} AND name IS NOT NULL`)
          .raw()
      : undefined;
  }

  /** Returns the number of added rows: fewer than all if a load of another source has added some meanwhile. */
  apply(range: StepRange, tally: Tally): number {
    const { changes } = this.#insert.run({ ...range, ...this.#values });
    this.#created?.run({ ...range, ...this.#values });
    tally.records += changes;
    for (const [cik, name, filed, accession] of this.#named?.all(range) ?? []) {
      this.#filers.noteFiling({ cik, name, filed, accession });
    }
    return changes;
  }
}
