import { type ExceptionDocument, exceptionsOf } from '../../../domain/records/ownership.js';
import { defineDataset } from '../../declare/index.js';
import { LEI } from '../keys.js';
import { GLEIF, goldenCopy } from './agency.js';

const PARENTS: Readonly<Record<string, ExceptionDocument['parent']>> = {
  DIRECT_ACCOUNTING_CONSOLIDATION_PARENT: 'direct',
  ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT: 'ultimate',
};

/** Why a body reports no parent: owned by people, no consolidating parent, or a parent without an LEI. */
export const usGleifReportingExceptions = defineDataset({
  id: 'us_gleif_reporting_exceptions',
  title: 'GLEIF Golden Copy, reporting exceptions',
  agency: GLEIF,
  licence: 'CC0 1.0',
  every: 'week',
  fetch: goldenCopy('repex'),
  layout: 'unverified',
  coverage: 'All countries.',
  delivery: 'snapshot',
  expect: { min: 1_000_000 },
  tables: {
    exceptions: {
      format: { kind: 'portal' },
      columns: ['LEI', 'Exception.Category', 'Exception.Reason.1'],
      keys: { LEI },
      ignore: ['Exception.*', 'NextVersion.*', 'Extension*'],
    },
  },
  record: (group) => {
    const row = group.one('exceptions');
    if (row === undefined) return undefined;
    const category = row.need('Exception.Category');
    const parent = PARENTS[category];
    if (parent === undefined) {
      row.unknown('Exception.Category', category);
      return undefined;
    }
    const lei = row.need('LEI');
    const document: ExceptionDocument = { lei, parent, reason: row.need('Exception.Reason.1') };
    return { key: `${lei} ${parent}`, document, parties: [{ key: exceptionsOf(lei), names: [] }] };
  },
});
