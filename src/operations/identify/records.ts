import type { Identity } from '../../contract/records/identity.js';
import { type NameCore, nameCore } from '../../domain/business-names/agreeing-names.js';
import type { Identifier } from '../../domain/entity.js';
import { type BodyNumber, numberOf, sameNumber, shownNumber, storedAs } from '../../domain/numbers.js';
import { INSIDERS } from '../../domain/records/insider-document.js';
import { REPORT_DATASETS } from '../../domain/records/report-document.js';
import { SEC_SOURCES } from '../../domain/sec/sec.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import { isoInstant } from '../../domain/time/instants.js';
import type { NumberedRecord, RunSummary } from '../../store/store.js';
import { TIERS } from '../search-entities/query.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf } from '../support/origin.js';
import { otherSpellings } from '../support/other-spellings.js';

/** A record and the valid numbers that it states of one body. */
export interface Holder extends Omit<NumberedRecord, 'kind' | 'identifiers'> {
  readonly kind: Identity['records'][number]['kind'];
  readonly numbers: readonly BodyNumber[];
  readonly cores: readonly NameCore[];
}

/** What records are found with. Without indexes, numbers of state registers are found by the ids made from them. */
export type NumberDependencies = Pick<Dependencies, 'catalog' | 'sources' | 'indexes'>;

/** Records of each kind that are read for one number. */
const MAX_RECORDS = 25;

/** Data sets that refer to bodies by number but state no numbers of their own: `include` shows their records. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set([
  ...REPORT_DATASETS,
  INSIDERS,
  'us_gleif_relationships',
  'us_gleif_reporting_exceptions',
]);

/** Returns true if records of the source are found by a number. */
export function isSearchedByNumber({ id }: Pick<SourceFacts, 'id'>): boolean {
  return !WITHOUT_NUMBERS.has(id);
}

/** Finds the records that state a number, each with where it was published. One request uses one. */
export class NumberedRecords {
  readonly #dependencies: NumberDependencies;
  readonly #datasets: readonly string[];
  readonly #runs = new Map<number, Promise<RunSummary | undefined>>();

  constructor(dependencies: NumberDependencies) {
    this.#dependencies = dependencies;
    this.#datasets = [...dependencies.sources.values()]
      .filter((source) => source.kind === 'dataset' && isSearchedByNumber(source))
      .map(({ id }) => id);
  }

  /** The same if any record states the number as an identifier; a register's own number is not looked up in the index for nothing. */
  async findOthers(number: BodyNumber): Promise<readonly Holder[]> {
    const stored = await this.#stored(number);
    return stored.length === 0 ? [] : await this.find(number, stored);
  }

  /** Each distinct statement once: of a hundred awards to one recipient, the newest. */
  async find(number: BodyNumber, known?: readonly NumberedRecord[]): Promise<readonly Holder[]> {
    const stored = known ?? (await this.#stored(number));
    const special =
      number.scheme === 'accession'
        ? await this.#filings(number.value)
        : number.scheme === 'state-number'
          ? await this.#registered(number)
          : [];
    const distinct = new Map<string, Holder>();
    for (const holder of [...stored.map((record) => this.#toHolder(record)), ...special]) {
      const { source, kind, key, numbers } = holder;
      if (!numbers.some((one) => sameNumber(one, number)) && !special.includes(holder)) continue;
      const name = kind === 'record' ? `${holder.names[0]} ${JSON.stringify(numbers)}` : key;
      const text = `${source} ${name}`;
      if (!distinct.has(text)) distinct.set(text, holder);
    }
    return [...distinct.values()];
  }

  async #stored(number: BodyNumber): Promise<readonly NumberedRecord[]> {
    const { catalog } = this.#dependencies;
    const found = await Promise.all(
      storedAs(number).map((one) => catalog.numbers.find(one, this.#datasets, MAX_RECORDS)),
    );
    return found.flat();
  }

  async entity(number: number): Promise<Holder | undefined> {
    const record = await this.#dependencies.catalog.numbers.ofEntity(number);
    return record && this.#toHolder(record);
  }

  /** As an answer shows it. */
  async show(holder: Holder): Promise<Identity['records'][number]> {
    const { kind, source, key, names, entity, numbers } = holder;
    return {
      kind,
      source,
      publisher: agencyOf(source, this.#dependencies.sources),
      key,
      name: names[0] ?? key,
      ...(await this.#published(holder)),
      id: entity?.id ?? null,
      state: entity?.state ?? null,
      numbers: numbers.map((number) => ({ scheme: number.scheme, value: shownNumber(number) })),
    };
  }

  /** The file, its day, and the time of the load. */
  async #published({ source, run, files }: Holder) {
    const { catalog } = this.#dependencies;
    const number = run ?? (await catalog.datasets.state(source))?.run;
    if (number === undefined) return { file: null, asOf: null, loadedAt: null };
    const known = this.#runs.get(number) ?? catalog.runs.getSummary(number);
    this.#runs.set(number, known);
    const [summary, read] = await Promise.all([known, catalog.origins.filesOfRun(number, 1, files)]);
    const isCertain = files !== null || read.total === 1;
    return {
      file: isCertain ? (read.files[0]?.name ?? null) : null,
      asOf: summary?.publishedAt ?? null,
      loadedAt: summary ? isoInstant(summary.startedAt) : null,
    };
  }

  #toHolder(record: NumberedRecord): Holder {
    const { entity, identifiers, source, ...rest } = record;
    // Of a named individual only the numbers that its record shows.
    const stated = entity?.subjectType === 'person' ? (entity.identifiers ?? []) : identifiers;
    const own = entity && this.#registerNumber(source, entity);
    const numbers = [...stated.flatMap((one) => numberOf(one) ?? []), ...(own ? [own] : [])];
    const cores = rest.names.map(nameCore);
    return { ...rest, source, ...(entity && { entity }), numbers: distinctNumbers(numbers), cores };
  }

  /** The number in a state’s register of companies. Numbers of licences and vendors are others. */
  #registerNumber(source: string, entity: NonNullable<NumberedRecord['entity']>): BodyNumber | undefined {
    const facts = this.#dependencies.sources.get(source);
    if (entity.recordClass !== 'registry_entity' || entity.stateEntityId === undefined) return undefined;
    if (facts?.state == null) return undefined;
    const identifier: Identifier = {
      scheme: 'state_number',
      value: `${facts.state}:${entity.stateEntityId}`,
    };
    return numberOf(identifier);
  }

  async #registered(number: BodyNumber): Promise<readonly Holder[]> {
    const index = this.#dependencies.indexes()?.entities;
    const [, state, key = number.value] = /^([A-Z]{2}):(.*)$/.exec(number.value) ?? [];
    const texts = state === 'CA' ? [key, `C${key.padStart(7, '0')}`] : [key];
    const numbers =
      index === undefined
        ? await this.#numbersOfIds(texts.flatMap((text) => (state ? idsOf(state, text) : [])))
        : texts
            .flatMap((text) => index.search({ ...REGISTERED, text, tiers: TIERS.filing_number }).hits)
            .map((hit) => Number(hit.key));
    const found = await Promise.all(numbers.map((one) => this.entity(one)));
    return found.filter(
      (holder): holder is Holder =>
        holder?.numbers.some(
          ({ scheme, value }) =>
            scheme === 'state-number' && (value === number.value || (!state && value.slice(3) === key)),
        ) ?? false,
    );
  }

  async #numbersOfIds(ids: readonly string[]): Promise<readonly number[]> {
    const { catalog, sources } = this.#dependencies;
    const spellings = ids.flatMap((id) => [id, ...otherSpellings(id, sources)]);
    const found = await Promise.all(spellings.map((id) => catalog.entities.get(id)));
    return found.flatMap((entity) => entity?.number ?? []);
  }

  async #filings(accession: string): Promise<readonly Holder[]> {
    const { catalog } = this.#dependencies;
    const rows = await catalog.filings.get([accession]);
    const ciks = [...new Set(rows.map(({ cik }) => cik))];
    const filers = await catalog.filings.getFilers(ciks);
    const states = await Promise.all(SEC_SOURCES.map((source) => catalog.datasets.state(source)));
    const source = SEC_SOURCES.find((_, at) => states[at] !== undefined) ?? SEC_SOURCES[0];
    return ciks.map((cik) => {
      const row = rows.find((one) => one.cik === cik);
      const filer = filers.find((one) => one.cik === cik);
      const names = [...(row?.name ? [row.name] : []), ...(filer ? [filer.name] : [])];
      const number: BodyNumber = { scheme: 'cik', value: String(cik) };
      return {
        ...{ kind: 'filing', source, key: accession, names },
        ...{ numbers: [number], cores: names.map(nameCore), run: null, files: null },
      } as const;
    });
  }
}

const REGISTERED = {
  guess: 'none',
  filters: [{ facet: 'recordClass', values: ['registry_entity'] }],
  ranges: [],
  order: 'rank',
  offset: 0,
  limit: MAX_RECORDS,
} as const;

/** Registers write a number with any zeros before it. */
function idsOf(state: string, key: string): string[] {
  const padded = /^\d+$/.test(key) ? [6, 7, 8, 9, 10, 11].map((length) => key.padStart(length, '0')) : [];
  return [...new Set([key, ...padded])].map((text) => `${state}:${text}`);
}

function distinctNumbers(numbers: readonly BodyNumber[]): BodyNumber[] {
  return numbers.filter((number, at) => numbers.findIndex((one) => sameNumber(one, number)) === at);
}
