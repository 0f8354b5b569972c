import type { Identifier } from '../../../../domain/entity.js';
import { searchText } from '../../../../domain/names.js';
import type { Party, PartyName } from '../../../../domain/records/dataset.js';
import {
  isChanged,
  NUMBERED_DATASETS,
  type NumberedDataset,
  versionOf,
} from '../../../../domain/records/numbered-dataset.js';
import {
  CONTRACTS,
  type ContractDocument,
  LOBBYING,
  type LobbyingDocument,
} from '../../../../domain/records/searched-records.js';
import type { Sqlite } from '../../file/driver.js';
import type { ApplyRun } from '../entities/apply-run.js';
import { TouchedParties } from '../runs/touched-parties.js';
import { type Batch, type Pass, STEPS_PER_TRANSACTION, type Tally } from '../staging/apply.js';

interface Step {
  readonly seq: number;
  readonly key: string;
  /** The record's number in the catalog; null for a new record, which nobody else can have added. */
  readonly number: number | null;
  readonly version: string;
  readonly scope: string;
  readonly date: string;
  readonly hash: string;
  readonly parties: string | null;
  readonly party_keys: string | null;
  readonly document: string | null;
  /** `undefined` in a stage of a version before 0.2.0. */
  readonly files?: string | null;
}

interface Before {
  readonly number: number;
  readonly date: string;
  readonly document: string;
  readonly parties: string;
  readonly gone_since: number | null;
}

/** Applies the steps of a data set in file order. */
export class DatasetPass implements Pass {
  readonly #stage: Sqlite;
  readonly #run: ApplyRun;
  readonly #search: RecordSearchWriter | undefined;
  readonly #sql;
  readonly #touched: TouchedParties;
  /** `undefined` if the feed has no events for the records. */
  readonly #numbered: NumberedDataset | undefined;

  /** `isFirst`: a first load causes no events. */
  constructor(stage: Sqlite, catalog: Sqlite, run: ApplyRun, isFirst: boolean) {
    this.#stage = stage;
    this.#run = run;
    this.#search = recordSearchWriter(catalog, run.sourceId);
    this.#sql = prepare(catalog);
    this.#touched = new TouchedParties(catalog, run.id);
    this.#numbered = isFirst ? undefined : NUMBERED_DATASETS.get(run.sourceId);
  }

  *batches(after: string | null): Generator<Batch> {
    const page = this.#stage.prepare<[number, number], Step>(
      'SELECT * FROM steps WHERE seq > ? ORDER BY seq LIMIT ?',
    );
    for (let from = Number(after ?? 0); ; ) {
      const steps = page.all(from, STEPS_PER_TRANSACTION);
      const last = steps.at(-1);
      if (last === undefined) return;
      const apply = (tally: Tally) => {
        for (const step of steps) this.#apply(step, tally);
      };
      yield { steps: steps.length, position: String(last.seq), apply };
      from = last.seq;
    }
  }

  #apply(step: Step, tally: Tally): void {
    const before = step.number === null ? undefined : this.#sql.before.get(step.number);
    const live = before?.gone_since === null ? before : undefined;
    if (live) this.#dropParties(live);
    if (this.#numbered) this.#noteNumbers(step, live, this.#numbered);
    if (step.document === null) this.#markGone(before, tally);
    else this.#put(step, step.document, before, tally);
  }

  /** Notes the numbers under which the record can now be found, or no longer; of a changed record, all of them. */
  #noteNumbers(step: Step, before: Before | undefined, { numberIn }: NumberedDataset): void {
    const keysIn = (keys: readonly string[]) => new Set(keys.filter((key) => numberIn(key) !== undefined));
    const was = keysIn(before ? (JSON.parse(before.parties) as Party[]).map(({ key }) => key) : []);
    const is = keysIn(step.document === null ? [] : (JSON.parse(step.party_keys ?? '[]') as string[]));
    const changed =
      before !== undefined &&
      step.document !== null &&
      (before.date !== step.date || isChanged(before.document, step.document));
    const note = (party: string, { date, document }: Pick<Step, 'date' | 'document'>, isLive: 0 | 1) => {
      const version = versionOf(document ?? '');
      this.#sql.noteRecord.run(this.#run.sourceId, this.#run.id, party, step.key, date, version, isLive);
    };
    for (const party of was) if (before && (changed || !is.has(party))) note(party, before, 0);
    for (const party of is) if (changed || !was.has(party)) note(party, step, 1);
  }

  #markGone(before: Before | undefined, tally: Tally): void {
    if (before === undefined || before.gone_since !== null) return;
    this.#sql.markGone.run(this.#run.startedAt, this.#run.id, before.number);
    this.#search?.drop(before.number);
    tally.gone += 1;
    tally.records -= 1;
  }

  #put(step: Step, document: string, before: Before | undefined, tally: Tally): void {
    const { key, version, scope, date, hash, parties, files } = step;
    const { id, source, startedAt } = this.#run;
    if (before) {
      const { change } = this.#sql;
      change.run(
        version,
        scope,
        date,
        hash,
        hash,
        startedAt,
        id,
        parties,
        document,
        files ?? null,
        before.number,
      );
    }
    const number = before?.number ?? this.#add(step, document);
    for (const { scheme, value } of furtherNumbers(parties)) this.#sql.addNumber.run(scheme, value, number);
    for (const party of JSON.parse(step.party_keys ?? '[]') as string[]) {
      this.#sql.addParty.run(source, party, date, number);
      this.#touched.note(party);
    }
    this.#search?.put({ number, key, date, document, parties: parties ?? '[]' });
    if (before === undefined || before.gone_since !== null) tally.records += 1;
  }

  #add({ key, version, scope, date, hash, parties, files }: Step, document: string): number {
    const { id, source, startedAt } = this.#run;
    const added = this.#sql.add.run(
      source,
      key,
      version,
      scope,
      date,
      hash,
      startedAt,
      id,
      parties,
      document,
      files ?? null,
    );
    return Number(added.lastInsertRowid);
  }

  #dropParties(before: Before): void {
    for (const { scheme, value } of furtherNumbers(before.parties)) {
      this.#sql.dropNumber.run(scheme, value, before.number);
    }
    for (const { key } of JSON.parse(before.parties) as { key: string }[]) {
      this.#sql.dropParty.run(this.#run.source, key, before.date, before.number);
      this.#touched.note(key);
    }
  }
}

/** The identifiers of a record's parties that `dataset_parties` does not contain. */
function furtherNumbers(parties: string | null): readonly Identifier[] {
  if (parties === null || !parties.includes('"identifiers"')) return [];
  const all = JSON.parse(parties) as Party[];
  const keys = new Set(all.map(({ key }) => key));
  return all
    .flatMap(({ identifiers = [] }) => identifiers)
    .filter(({ scheme, value }) => !keys.has(`${scheme}:${value}`));
}

function prepare(catalog: Sqlite) {
  return {
    before: catalog.prepare<[number], Before>(
      'SELECT number, date, document, parties, gone_since FROM dataset_records WHERE number = ?',
    ),
    add: catalog.prepare(
      `INSERT INTO dataset_records (source, key, version, scope, date, hash, changed_at, run, parties, document, files)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    change: catalog.prepare(
      `UPDATE dataset_records SET version = ?, scope = ?, date = ?, hash = ?,
         changed_at = iif(hash = ?, changed_at, ?), gone_since = NULL, run = ?, parties = ?, document = ?, files = ?
       WHERE number = ?`,
    ),
    markGone: catalog.prepare('UPDATE dataset_records SET gone_since = ?, run = ? WHERE number = ?'),
    addNumber: catalog.prepare(
      'INSERT OR IGNORE INTO record_numbers (scheme, value, record) VALUES (?, ?, ?)',
    ),
    dropNumber: catalog.prepare('DELETE FROM record_numbers WHERE scheme = ? AND value = ? AND record = ?'),
    noteRecord: catalog.prepare(
      'INSERT INTO record_changes (source, run, party, record, date, version, is_live) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    addParty: catalog.prepare('INSERT OR IGNORE INTO dataset_parties VALUES (?, ?, ?, ?)'),
    dropParty: catalog.prepare(
      'DELETE FROM dataset_parties WHERE source = ? AND party = ? AND date = ? AND record = ?',
    ),
  };
}

interface SearchedRecord {
  readonly number: number;
  readonly key: string;
  readonly date: string;
  /** JSON texts, as stored. */
  readonly document: string;
  readonly parties: string;
}

/** Updates the search tables with the records; runs inside the transaction that applies them. */
interface RecordSearchWriter {
  put(record: SearchedRecord): void;
  drop(number: number): void;
}

/** `undefined` for data sets without search. */
function recordSearchWriter(catalog: Sqlite, sourceId: string): RecordSearchWriter | undefined {
  if (sourceId === CONTRACTS) return contractWriter(catalog);
  if (sourceId === LOBBYING) return lobbyingWriter(catalog);
  return undefined;
}

function contractWriter(catalog: Sqlite): RecordSearchWriter {
  const putRow = catalog.prepare('INSERT INTO contract_search VALUES (?, ?, ?, ?, ?)');
  const putNames = catalog.prepare(
    `INSERT INTO contract_names (rowid, recipient, former, assumed, agency, sub_agency) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const drop = dropper(catalog, 'contract');
  return {
    drop,
    put: ({ number, key, date, document, parties }) => {
      drop(number);
      const award = JSON.parse(document) as ContractDocument;
      if (award.recipientName === undefined) return;
      const [recipient] = JSON.parse(parties) as Party[];
      const named = (kind: PartyName['kind']) =>
        searchText(recipient?.names.find((name) => name.kind === kind)?.text ?? '');
      putRow.run(number, key, date, award.amount, award.naicsCode);
      const agencies = [award.agency, award.awardingSubAgency].map((name) => searchText(name ?? ''));
      putNames.run(number, searchText(award.recipientName), named('former'), named('assumed'), ...agencies);
    },
  };
}

function lobbyingWriter(catalog: Sqlite): RecordSearchWriter {
  const putRow = catalog.prepare('INSERT INTO lobbying_search VALUES (?, ?, ?, ?, ?)');
  const putNames = catalog.prepare(
    'INSERT INTO lobbying_names (rowid, client, registrant, issues) VALUES (?, ?, ?, ?)',
  );
  const drop = dropper(catalog, 'lobbying');
  return {
    drop,
    put: ({ number, date, document }) => {
      drop(number);
      const filing = JSON.parse(document) as LobbyingDocument;
      if (filing.filingId === undefined) return;
      const issues = filing.activities.flatMap(({ issueCode }) => issueCode?.toLowerCase() ?? []);
      putRow.run(number, filing.filingId, date, filing.filingYear, filing.filingType?.toUpperCase() ?? null);
      putNames.run(
        number,
        searchText(filing.clientName),
        searchText(filing.registrantName),
        issues.join(' '),
      );
    },
  };
}

function dropper(catalog: Sqlite, what: 'contract' | 'lobbying') {
  const row = catalog.prepare(`DELETE FROM ${what}_search WHERE record = ?`);
  const names = catalog.prepare(`DELETE FROM ${what}_names WHERE rowid = ?`);
  return (number: number) => {
    if (row.run(number).changes > 0) names.run(number);
  };
}
