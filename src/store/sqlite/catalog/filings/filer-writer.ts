import { isDeepStrictEqual } from 'node:util';
import type { Identifier } from '../../../../domain/entity.js';
import { paddedCik } from '../../../../domain/sec/filer-display.js';
import type { Filer, SecSourceId } from '../../../../domain/sec/sec.js';
import {
  type FilerParts,
  mergeFiler,
  type NamedFiling,
  newerName,
  type RankedFiling,
} from '../../../../domain/sec/sec-precedence.js';
import { filerFields } from '../../../../domain/sec/shown-fields.js';
import type { Sqlite } from '../../file/driver.js';
import type { EventWriter } from '../feed/event-writer.js';
import { TouchedParties } from '../runs/touched-parties.js';
import type { Tally } from '../staging/apply.js';
import { type FilerStep, mergeFilerStep } from './filer-step.js';
import { filerPartsOf, NEWEST_FILING_PART, partOf } from './sec-claims.js';

/** Writes each source's facts about a filer and, once a transaction, the merged filer. */
export class FilerWriter {
  readonly #source: SecSourceId;
  readonly #events: EventWriter;
  readonly #parties: TouchedParties;
  readonly #sql;
  readonly #newestNames = new Map<number, NamedFiling>();
  readonly #touched = new Set<number>();

  constructor(catalog: Sqlite, source: SecSourceId, events: EventWriter, run: number) {
    this.#source = source;
    this.#events = events;
    this.#sql = prepare(catalog);
    this.#parties = new TouchedParties(catalog, run);
  }

  put(cik: number, step: FilerStep, tally: Tally): void {
    const stored = this.#sql.part.get(cik, partOf(this.#source));
    const text = mergeFilerStep(stored, step);
    if (text === stored) return;
    this.#sql.putPart.run(cik, partOf(this.#source), text);
    if (stored === undefined) tally.records += 1;
    this.#touched.add(cik);
  }

  withdraw(cik: number, tally: Tally): void {
    const { changes } = this.#sql.dropPart.run(cik, partOf(this.#source));
    if (changes === 0) return;
    tally.records -= 1;
    this.#touched.add(cik);
  }

  /** Stores the newest name as filed, for filers that only the indexes name. */
  noteFiling({
    cik,
    name,
    filed,
    accession,
  }: Pick<RankedFiling, 'cik' | 'name' | 'filed' | 'accession'>): void {
    if (name === null) return;
    const known = this.#newestNames.get(cik);
    const named = { name, filed, accession };
    this.#newestNames.set(cik, known ? newerName(known, named) : named);
  }

  flush(): void {
    for (const [cik, named] of this.#newestNames) this.#putNewestName(cik, named);
    for (const cik of this.#touched) this.#remerge(cik);
    this.#newestNames.clear();
    this.#touched.clear();
  }

  /** A filing of several forms may have several names, and a name may have been corrected, so its rows are read. */
  #putNewestName(cik: number, named: NamedFiling): void {
    const text = this.#sql.part.get(cik, NEWEST_FILING_PART);
    const stored = text === undefined ? undefined : (JSON.parse(text) as NamedFiling);
    const isNewer = !stored || stored.accession === named.accession || newerName(stored, named) === named;
    if (!isNewer) return;
    const name = this.#sql.greatestName.get(named.accession, cik) ?? named.name;
    const now = JSON.stringify({ name, filed: named.filed, accession: named.accession });
    if (now === text) return;
    this.#sql.putPart.run(cik, NEWEST_FILING_PART, now);
    if (name !== stored?.name) this.#touched.add(cik);
  }

  #remerge(cik: number): void {
    const before = this.#sql.filer.get(cik);
    const parts = filerPartsOf(this.#sql.parts.all(cik));
    const filer = mergeFiler(cik, parts);
    this.#putNumbers(cik, filer && numbersOf(filer, parts));
    const after = filer && JSON.stringify(filer);
    if (after === before) return;
    this.#parties.note(`cik:${cik}`);
    if (filer === undefined || after === undefined) this.#sql.dropFiler.run(cik);
    else this.#sql.putFiler.run(cik, after);
    this.#writeEvent(cik, before, filer);
  }

  #putNumbers(cik: number, after: readonly Identifier[] = []): void {
    const texts = (numbers: readonly Identifier[]) =>
      numbers.map(({ scheme, value }) => `${scheme} ${value}`).sort();
    if (isDeepStrictEqual(texts(this.#sql.numbers.all(cik)), texts(after))) return;
    this.#sql.dropNumbers.run(cik);
    for (const { scheme, value } of after) this.#sql.addNumber.run(scheme, value, cik);
  }

  #writeEvent(cik: number, before: string | undefined, after: Filer | undefined): void {
    const subject = { type: 'filer', id: paddedCik(cik), cik } as const;
    if (before === undefined) {
      if (after) this.#events.created(subject, filerFields(after));
      return;
    }
    if (after === undefined) this.#events.gone(subject);
    else this.#events.changed(subject, filerFields(JSON.parse(before) as Filer), filerFields(after));
  }
}

function numbersOf(filer: Filer, parts: FilerParts): Identifier[] {
  const { fileNumbers = [] } = parts.us_sec_submissions ?? {};
  return [
    ...(filer.ein === null ? [] : [{ scheme: 'ein', value: filer.ein } as const]),
    ...filer.tickers.map((ticker) => ({ scheme: 'ticker', value: ticker.toUpperCase() }) as const),
    ...fileNumbers.map((value) => ({ scheme: 'sec_file', value }) as const),
  ];
}

function prepare(catalog: Sqlite) {
  return {
    part: catalog
      .prepare<[number, number], string>('SELECT fact FROM filer_parts WHERE cik = ? AND part = ?')
      .pluck(),
    parts: catalog.prepare<[number], { part: number; fact: string }>(
      'SELECT part, fact FROM filer_parts WHERE cik = ?',
    ),
    putPart: catalog.prepare('INSERT OR REPLACE INTO filer_parts (cik, part, fact) VALUES (?, ?, ?)'),
    dropPart: catalog.prepare('DELETE FROM filer_parts WHERE cik = ? AND part = ?'),
    greatestName: catalog
      .prepare<[string, number], string>('SELECT max(name) FROM filing_rows WHERE accession = ? AND cik = ?')
      .pluck(),
    filer: catalog.prepare<[number], string>('SELECT filer FROM filers WHERE cik = ?').pluck(),
    numbers: catalog.prepare<[number], Identifier>('SELECT scheme, value FROM filer_numbers WHERE cik = ?'),
    addNumber: catalog.prepare('INSERT OR IGNORE INTO filer_numbers (scheme, value, cik) VALUES (?, ?, ?)'),
    dropNumbers: catalog.prepare('DELETE FROM filer_numbers WHERE cik = ?'),
    putFiler: catalog.prepare('INSERT OR REPLACE INTO filers (cik, filer) VALUES (?, ?)'),
    dropFiler: catalog.prepare('DELETE FROM filers WHERE cik = ?'),
  };
}
