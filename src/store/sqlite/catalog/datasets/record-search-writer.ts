import { searchText } from '../../../../domain/names.js';
import type { Party, PartyName } from '../../../../domain/records/dataset.js';
import {
  CONTRACTS,
  type ContractDocument,
  LOBBYING,
  type LobbyingDocument,
} from '../../../../domain/records/searched-records.js';
import type { Sqlite } from '../../file/driver.js';

interface SearchedRecord {
  readonly number: number;
  readonly key: string;
  readonly date: string;
  /** JSON texts, as stored. */
  readonly document: string;
  readonly parties: string;
}

/** Updates the search tables with the records; runs inside the transaction that applies them. */
export interface RecordSearchWriter {
  put(record: SearchedRecord): void;
  drop(number: number): void;
}

/** `undefined` for data sets without search. */
export function recordSearchWriter(catalog: Sqlite, sourceId: string): RecordSearchWriter | undefined {
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
