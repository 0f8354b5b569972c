import { MAX_FILE_ROWS } from '../parts/downloads.js';
import type { AnswerOf } from '../site/answers.js';
import { type Cell, FILE_FORMS, fileOf, type Sheet } from '../site/file.js';
import { definePage, type Page } from '../site/page.js';
import type { Visit } from '../site/visit.js';
import { LISTS, type ListKind } from './entity/lists.js';
import { loadEntity } from './entity/load-entity.js';
import { readQuery as readSearch, toQuery as searchQuery } from './search/query.js';
import { readQuery as readSec, toQuery as secQuery } from './sec/query.js';

type Search = 'searchEntities' | 'searchFilings' | 'searchContracts' | 'searchLobbying';

/** A page of search results whose rows are also files, at its path with `.csv` and `.xlsx`. */
interface TableSource {
  readonly path: string;
  readonly operation: Search;
  /** Rows that one call of the operation returns. */
  readonly atOnce: number;
  /** The parameters of the operation for the query of the page. */
  readonly toQuery: (query: URLSearchParams) => Readonly<Record<string, string>>;
  /** Members of a row; a member of a list is that of each item. */
  readonly columns: readonly string[];
}

const ENTITY_COLUMNS = [
  ...['id', 'name', 'state', 'type', 'status', 'formedDate', 'registeredAgent.name', 'principalAddress'],
  ...['officerCount', 'people.name', 'people.roles.title', 'recordClass', 'sourceAgency', 'lastUpdated'],
];
const FILING_COLUMNS = [
  ...['accessionNumber', 'formType', 'formTitle', 'fileDate', 'periodEnding', 'filer', 'cik', 'sicCode'],
  ...[
    'sicTitle',
    'description',
    'items',
    'itemTitles',
    'businessLocation',
    'incorporationState',
    'filingUrl',
  ],
];
const CONTRACT_COLUMNS = [
  ...[
    'awardId',
    'recipientName',
    'recipientUei',
    'amount',
    'awardingAgency',
    'awardingSubAgency',
    'startDate',
  ],
  ...['endDate', 'awardType', 'description', 'naicsCode', 'naicsDescription', 'pscCode', 'uniqueAwardKey'],
  ...['parentAwardId', 'entityId', 'url'],
];
const LOBBYING_COLUMNS = [
  ...['filingId', 'filingDate', 'filingTypeDisplay', 'filingYear', 'filingPeriodDisplay', 'registrant.name'],
  ...['registrant.entityId', 'client.name', 'client.entityId', 'income', 'expenses'],
  ...['lobbyingActivities.issueDescription', 'documentUrl'],
];

const SOURCES: readonly TableSource[] = [
  {
    ...{ path: '/search', operation: 'searchEntities', atOnce: 50, columns: ENTITY_COLUMNS },
    toQuery: (query) => searchQuery(readSearch(query)),
  },
  {
    ...{ path: '/sec', operation: 'searchFilings', atOnce: 100, columns: FILING_COLUMNS },
    toQuery: (query) => secQuery(readSec(query)),
  },
  {
    ...{ path: '/contracts', operation: 'searchContracts', atOnce: 100, columns: CONTRACT_COLUMNS },
    toQuery: (query) => Object.fromEntries(query),
  },
  {
    ...{ path: '/lobbying', operation: 'searchLobbying', atOnce: 100, columns: LOBBYING_COLUMNS },
    toQuery: (query) => Object.fromEntries(query),
  },
];

const searchTables: readonly Page[] = SOURCES.flatMap((source) =>
  FILE_FORMS.map((form) =>
    definePage({
      path: `${source.path}.${form}`,
      name: `table.${form}`,
      access: 'reader',
      show: async (visit) => ({ file: fileOf(await resultsOf(source, visit), form) }),
    }),
  ),
);

/** All records of a kind that are linked to one record. */
const listTables: readonly Page[] = (Object.keys(LISTS) as ListKind[]).flatMap((kind) =>
  FILE_FORMS.map((form) =>
    definePage({
      path: `/entity/:id/${kind}.${form}`,
      name: `table.${form}`,
      access: 'reader',
      show: async (visit) => ({ file: fileOf(await listOf(kind, visit), form) }),
    }),
  ),
);

export const tablePages: readonly Page[] = [...searchTables, ...listTables];

async function listOf(kind: ListKind, visit: Visit): Promise<Sheet> {
  const { token, of } = LISTS[kind];
  const rows: object[] = [];
  for (let hasMore = true; hasMore && rows.length < MAX_FILE_ROWS; ) {
    const { entity } = await loadEntity(visit, token, String(rows.length));
    const { items = [], totalCount = 0 } = of(entity) ?? {};
    rows.push(...(items as readonly object[]));
    hasMore = items.length > 0 && rows.length < totalCount;
  }
  return sheetOf(kind, [...new Set(rows.flatMap(Object.keys))], rows);
}

/** The rows of the page's query from the first on. Throws the errors of the operation. */
async function resultsOf(
  { path, operation, atOnce, toQuery, columns }: TableSource,
  visit: Visit,
): Promise<Sheet> {
  const { facets: _facets, offset: _offset, ...query } = toQuery(visit.facts.query);
  const rows: object[] = [];
  for (let hasMore = true; hasMore && rows.length < MAX_FILE_ROWS; ) {
    const page = { limit: String(atOnce), offset: String(rows.length) };
    const { data, meta }: AnswerOf<Search> = await visit.call(operation, { query: { ...query, ...page } });
    rows.push(...data);
    hasMore = meta.hasMore && data.length > 0;
  }
  return sheetOf(path.slice(1), columns, rows);
}

function sheetOf(name: string, columns: readonly string[], rows: readonly object[]): Sheet {
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column.split('.'))));
  return { name, columns, rows: cells };
}

function cellOf(row: object, path: readonly string[]): Cell {
  const value = within(row, path);
  if (Array.isArray(value)) return value.flat(2).flatMap(textOf).join('; ');
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

/** An item of a list; parties of a lien have a name. */
function textOf(item: unknown): string | [] {
  const text = typeof item === 'object' ? (item as { readonly name?: unknown } | null)?.name : item;
  return text == null ? [] : String(text);
}

function within(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => within(one, [name, ...rest]));
  if (typeof value !== 'object' || value === null) return null;
  return within((value as Readonly<Record<string, unknown>>)[name], rest);
}
