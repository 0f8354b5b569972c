import { ACTIVITIES, TYPE_CLASSES } from '../../../src/contract/vocabulary.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import type { DatasetDraft, Party } from '../../../src/domain/records/dataset.js';
import type { Content } from '../../support/service.js';

/** A value in the data that only a paid answer may show, and another value for it. */
export interface Fact {
  readonly path: readonly (string | number)[];
  readonly before: unknown;
  readonly after: unknown;
}

export const ENTITY = 'CO:1';
const NAME = 'Quillfeather Heron Works, LLC';
const ADDRESS = '1 Example Mill Rd, Salida, CO 81201';
const [EIN, UEI] = ['590000001', 'EXAMPLEAAAA1'];

const entity = (key: string, name: string, more: Partial<EntityDraft> = {}): EntityDraft => ({
  ...{ key, name, formedDate: '2001-02-03', status: 'Good Standing', activity: 'active' },
  ...{ type: 'Domestic LLC', typeClass: 'llc', principalAddress: ADDRESS },
  registeredAgent: { name: 'Front Range Example Agents', address: '9 Agent St, Denver, CO 80202' },
  officers: [
    { name: 'Ilse Thornbury', title: 'Manager' },
    { name: 'Osric Fennimore', title: null },
  ],
  ...more,
});
const party = (key: string, more: Partial<Party> = {}): Party => ({
  key,
  names: [{ text: NAME, kind: 'current' }],
  address: { street: '1 Example Mill Rd', city: 'Salida', state: 'CO', zip: '81201' },
  ...more,
});
const row = (key: string, document: object, more: Partial<DatasetDraft> = {}): DatasetDraft => ({
  ...{ key, document, parties: [party(`name:${key}`)] },
  ...more,
});
const [CIK, OTHER_CIK] = [320_193, 320_194];
const filing = (number: number, form: string, filed: string) => ({
  ...{ kind: 'filing' as const, accession: `0000320193-24-00000${number}`, cik: CIK, form, filed },
  ...{ name: 'APPLE INC', period: '2024-01-31', items: '1.01,9.01', description: 'CURRENT REPORT' },
});

/** One company in every kind of record, and companies that share something with it. */
export const CONTENT: Content = {
  entities: {
    us_co_business_entities: [
      entity('1', NAME, {
        filings: [
          { type: 'Periodic Report', date: '2003-05-06', description: 'Late', number: '20031' },
          { type: 'Articles of Organization', date: '2001-02-03', description: null, number: '20011' },
        ],
        expirationDate: '2031-02-03',
        linkKeys: [
          { scheme: 'ein', value: EIN },
          { scheme: 'uei', value: UEI },
        ],
      }),
      entity('2', 'Twice Told Zephyr Inc', { typeClass: 'corporation' }),
      entity('3', 'Lonely Wren LLC', { principalAddress: '3 Far Rd, Boulder, CO 80302', officers: [] }),
      ...Array.from({ length: 5 }, (_, at) =>
        entity(`${100 + at}`, `Aspen ${at} Holdings LLC`, {
          ...{
            principalAddress: `${at} Aspen Way, Salida, CO 81201`,
            registeredAgent: undefined,
            officers: [],
          },
        }),
      ),
    ],
    us_sam_entities: [
      entity(UEI, NAME, { expirationDate: '2036-11-20', identifiers: [{ scheme: 'uei', value: UEI }] }),
    ],
  },
  sec: {
    us_sec_full_index: [
      filing(1, '8-K', '2024-03-04'),
      filing(2, '10-Q', '2024-05-06'),
      { ...filing(3, '10-K', '2024-06-07'), cik: OTHER_CIK, name: 'INVENTED PEAR CORP' },
    ],
    us_sec_submissions: [
      {
        ...{ kind: 'filer', cik: CIK, name: 'APPLE INC', sic: '3571', entityType: 'operating' },
        ...{ ein: EIN, incorporationState: 'CA', city: 'CUPERTINO', place: 'CA', asOf: '2024-05-06' },
      },
    ],
  },
  datasets: {
    us_sam_registrations: [
      row(
        UEI,
        {
          ...{
            uei: UEI,
            cageCode: '1ABC2',
            naicsCode: '541715',
            businessTypes: ['2X', 'LJ'],
            extractCode: 'A',
          },
          ...{ expirationDate: '2036-11-20', officers: [{ name: 'Ana Rivera', title: 'PRESIDENT' }] },
        },
        { parties: [party(`uei:${UEI}`, { identifiers: [{ scheme: 'uei', value: UEI }] })] },
      ),
    ],
    us_irs_exempt_organizations: [
      row(
        EIN,
        {
          ein: '59-0000001',
          nteeCode: 'B20',
          income: 5,
          assets: 70,
          rulingDate: '1999-01',
          subsectionCode: '03',
        },
        { parties: [party(`ein:${EIN}`, { identifiers: [{ scheme: 'ein', value: EIN }] })] },
      ),
    ],
    us_usaspending_contracts: ['A', 'B'].map((id) =>
      row(
        `CONT_AWD_${id}`,
        {
          ...{ awardId: id, amount: 1_000, agency: 'Department of Invention', startDate: '2023-05-10' },
          ...{ recipientName: NAME, awardingSubAgency: 'Bureau', endDate: '2023-05-26', awardType: 'ORDER' },
          ...{ description: 'TRAINING', naicsCode: '611310', naicsDescription: 'COLLEGES', pscCode: 'U008' },
        },
        { date: '2023-05-10', parties: [party(`uei:${UEI}`)] },
      ),
    ),
    us_lda_filings: [
      row(
        'filing',
        {
          ...{ registrantName: 'AVENUE FIRM, LLC', clientName: NAME, amount: 50_000, issueArea: 'Taxes' },
          ...{ filingDate: '2026-04-02', filingId: 'u', filingType: 'Q1', filingYear: 2026 },
          ...{ filingPeriod: 'first_quarter', registrantId: 7, clientId: 8, clientDescription: 'Herons.' },
          ...{ income: 50_000, expenses: null, documentUrl: 'https://lda.example/u' },
          activities: [{ issueCode: 'TAX', issueDescription: 'Taxes', description: 'Rules.' }],
        },
        { date: '2026-04-02', parties: [party('client:8')] },
      ),
    ],
    us_co_ucc: [
      row(
        '2009',
        {
          ...{ filingNumber: '2009', type: 'UCC', status: null, filedDate: '2009-01-05' },
          lapseDate: '2034-01-05',
          debtors: [{ name: NAME, address: ADDRESS }],
          securedParties: [{ name: 'Invented Bank', address: null }],
          collateral: 'Herons',
        },
        { date: '2009-01-05' },
      ),
    ],
  },
  // No export is written, so an order shows the same at every moment.
  load: async ({ state }) => void (await state.leases.take('exports', 'the test', 3_600_000)),
};

/** What free answers show (docs/domain/credits.md), and what tells records apart. */
const FREE = {
  entities: ['key', 'name', 'state', 'number', 'recordClass', 'subjectType'],
  sec: ['kind', 'accession', 'cik', 'name', 'tickers', 'standing'],
  datasets: ['key'],
} as const;
/** Not values of a publisher: they say how another value is read. */
const LABELS = new Set(['scheme', 'kind', 'key']);
const WORDS: Readonly<Record<string, readonly string[]>> = {
  ...{ activity: ACTIVITIES, typeClass: TYPE_CLASSES, form: ['8-K', '10-Q'], extractCode: ['A', 'E'] },
  ...{ filingType: ['Q1', 'Q2'], filingPeriod: ['first_quarter', 'second_quarter'] },
};

/** A filing of another filer: each has another number of filings, and the source as many as before. */
const MOVED_FILING: Fact = { path: ['sec', 'us_sec_full_index', 1, 'cik'], before: CIK, after: OTHER_CIK };

/** Every field of every record, and the number of items of every list in a record. Names, ids and totals are no facts. */
export function factsOf(content: Content): readonly Fact[] {
  const fields = (['entities', 'sec', 'datasets'] as const).flatMap((kind) =>
    Object.entries(content[kind] ?? {}).flatMap(([source, records]) => {
      const free: readonly string[] = FREE[kind];
      return (records as readonly object[]).flatMap((record, at) =>
        Object.entries(record)
          .filter(([name]) => !free.includes(name))
          .flatMap(([name, value]) => factsAt([kind, source, at, name], value)),
      );
    }),
  );
  return [...fields, MOVED_FILING];
}

function factsAt(path: Fact['path'], value: unknown): readonly Fact[] {
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  if (value === null || value === undefined || (LABELS.has(name) && path.length > 4)) return [];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) => factsAt([...path, at], item));
    return value.length > 0 ? [...items, { path, before: value, after: value.slice(0, -1) }] : items;
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => factsAt([...path, key], inner));
  return [{ path, before: value, after: otherThan(name, value) }];
}

function otherThan(name: string, value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1_000;
  const text = String(value);
  const word = WORDS[name]?.find((one) => one !== text);
  if (word !== undefined) return word;
  if (/^(19|20)\d\d-\d\d/.test(text)) return text.replace(/^\d{4}/, (year) => String(Number(year) - 11));
  // Digits stay digits and letters stay letters.
  return text.replace(/\d/g, (digit) => String(9 - Number(digit))).replace(/[a-z]/gi, rotated);
}

function rotated(letter: string): string {
  const step = /[a-m]/i.test(letter) ? 13 : -13;
  return String.fromCharCode(letter.charCodeAt(0) + step);
}

/** The content with the other value of each of these facts. */
export function withFacts(content: Content, facts: readonly Fact[]): Content {
  const { load, ...data } = content;
  const changed = structuredClone(data) as Content;
  // Fields first: a shorter list may end before them.
  const ordered = facts.toSorted((one, two) => two.path.length - one.path.length);
  for (const { path, before, after } of ordered) {
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], changed);
    const name = path.at(-1) as string;
    const at = parent as Record<string, unknown>;
    at[name] = Array.isArray(before) ? (at[name] as unknown[]).slice(0, -1) : after;
  }
  return { ...changed, ...(load && { load }) };
}

/** Texts of these facts in both worlds. */
export function textsOf(facts: readonly Fact[]): readonly string[] {
  const texts = (value: unknown): string[] =>
    value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(texts)
      : value === null || value === undefined
        ? []
        : [String(value)];
  return [...new Set(facts.flatMap(({ before, after }) => [...texts(before), ...texts(after)]))];
}
