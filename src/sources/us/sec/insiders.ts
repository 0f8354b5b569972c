import {
  filingsAbout,
  filingsBy,
  INSIDER_ROLES,
  INSIDERS,
  type InsiderDocument,
  type InsiderRole,
} from '../../../domain/records/insider-document.js';
import { portalDate } from '../../../domain/time/dates.js';
import { defineDataset } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { ACCESSION, CIK } from '../keys.js';
import { SEC } from './agency.js';

/** Who reports as an insider of which issuer: one record for each filing. Transactions, holdings and addresses are not read. */
export const usSecInsiders = defineDataset({
  id: INSIDERS,
  title: 'SEC Insider Transactions Data Sets, reporting owners',
  agency: SEC,
  licence: 'public domain',
  every: 'quarter',
  fetch: {
    kind: 'manual',
    how: 'Download the quarterly zip files from https://www.sec.gov/data-research/sec-markets-data/insider-transactions-data-sets.',
  },
  layout: 'unverified',
  coverage:
    'Directors, officers and owners of more than 10 % of issuers, from forms 3, 4 and 5 since 2006. No filing says that someone left.',
  delivery: 'increment',
  expect: { min: 1_000 },
  main: 'submissions',
  tables: {
    submissions: {
      format: { kind: 'delimited', delimiter: '\t' },
      columns: columns('ACCESSION_NUMBER FILING_DATE DOCUMENT_TYPE ISSUERCIK ISSUERNAME'),
      keys: { ACCESSION_NUMBER: ACCESSION, ISSUERCIK: CIK },
      groupBy: 'ACCESSION_NUMBER',
      ignore: columns(
        'PERIOD_OF_REPORT DATE_OF_ORIG_SUB NO_SECURITIES_OWNED NOT_SUBJECT_SEC16 FORM3_HOLDINGS_REPORTED FORM4_TRANS_REPORTED',
        'ISSUERTRADINGSYMBOL REMARKS AFF10B5ONE',
      ),
    },
    owners: {
      format: { kind: 'delimited', delimiter: '\t' },
      columns: columns('ACCESSION_NUMBER RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP RPTOWNER_TITLE'),
      keys: { ACCESSION_NUMBER: ACCESSION, RPTOWNERCIK: CIK },
      groupBy: 'ACCESSION_NUMBER',
      // Addresses may be homes.
      ignore: columns(
        'RPTOWNER_TXT RPTOWNER_STREET1 RPTOWNER_STREET2 RPTOWNER_CITY RPTOWNER_STATE RPTOWNER_ZIPCODE RPTOWNER_STATE_DESC FILE_NUMBER',
      ),
    },
  },
  record: (group) => {
    const row = group.one('submissions');
    const filed = row && dateIn(row, 'FILING_DATE', filingDate);
    const issuer = withoutZeros(row?.take('ISSUERCIK'));
    if (row === undefined || filed === undefined || issuer === undefined) return undefined;
    const owners = group.all('owners').flatMap((owner) => {
      const cik = withoutZeros(owner.take('RPTOWNERCIK'));
      if (cik === undefined) return [];
      const stated = owner.take('RPTOWNER_RELATIONSHIP')?.split(',') ?? [];
      for (const role of stated) if (!isRole(role)) owner.unknown('RPTOWNER_RELATIONSHIP', role);
      return {
        cik,
        name: owner.need('RPTOWNERNAME'),
        roles: stated.filter(isRole),
        title: owner.take('RPTOWNER_TITLE') ?? null,
      };
    });
    const accession = row.need('ACCESSION_NUMBER');
    const document: InsiderDocument = {
      ...{ issuer, issuerName: row.need('ISSUERNAME'), accession },
      ...{ form: row.need('DOCUMENT_TYPE'), filed, owners },
    };
    const keys = [filingsAbout(issuer), ...new Set(owners.map(({ cik }) => filingsBy(cik)))];
    return { key: accession, date: filed, document, parties: keys.map((key) => ({ key, names: [] })) };
  },
});

function isRole(text: string): text is InsiderRole {
  return (INSIDER_ROLES as readonly string[]).includes(text);
}

function withoutZeros(cik: string | undefined): string | undefined {
  return cik?.replace(/^0+/, '') || undefined;
}

const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC';

/** `31-JUL-2024`. */
function filingDate(text: string): string | undefined {
  const [, day, month = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text) ?? [];
  const at = MONTHS.indexOf(month);
  if (day === undefined || at < 0 || at % 3 !== 0) return undefined;
  return portalDate(`${year}-${String(at / 3 + 1).padStart(2, '0')}-${day}`);
}
