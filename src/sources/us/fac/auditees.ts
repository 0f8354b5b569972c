import type { Identifier } from '../../../domain/entity.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { currentName } from '../../support/parties.js';
import { EIN, UEI } from '../keys.js';

/**
 * The only official public mapping from EIN to UEI. It enriches nothing itself; its pairs are used for
 * linking.
 */
export const usFacAuditees = defineDataset({
  id: 'us_fac_auditees',
  title: 'Federal Audit Clearinghouse, identifiers of auditees',
  agency: { name: 'US General Services Administration', level: 'federal', url: 'https://www.fac.gov' },
  licence: 'public domain',
  every: 'month',
  fetch: { kind: 'manual', how: 'Take the general table as CSV from app.fac.gov/dissemination.' },
  layout: 'verified',
  coverage: 'Bodies that spend federal awards above the audit threshold. UEIs from audit year 2022 on.',
  delivery: 'increment',
  expect: { min: 1_000 },
  tables: {
    census: {
      format: { kind: 'portal' },
      columns: columns('audityear auditeename ein uei'),
      keys: { ein: EIN, uei: UEI },
      ignore: columns(
        'dbkey fyenddate street1 street2 city state zipcode multipleeins duns multipleduns multipleueis entity_type',
        'typeofentity totfedexpend facaccepteddate cpafirmname auditor_ein',
      ),
      companion: true,
    },
    general: {
      format: { kind: 'portal' },
      columns: columns('audit_year auditee_uei auditee_ein auditee_name'),
      keys: { auditee_ein: EIN, auditee_uei: UEI },
      ignore: columns('report_id'),
      companion: true,
    },
  },
  record: (group) => {
    const census = group.one('census');
    if (census) return pairOf(census, 'uei', 'ein', 'auditeename', 'audityear');
    const general = group.one('general');
    return general && pairOf(general, 'auditee_uei', 'auditee_ein', 'auditee_name', 'audit_year');
  },
});

function pairOf<Column extends string>(
  row: Row<Column>,
  ueiColumn: Column,
  einColumn: Column,
  nameColumn: Column,
  yearColumn: Column,
) {
  const uei = row.take(ueiColumn);
  const ein = row.take(einColumn);
  const name = row.need(nameColumn);
  const version = row.take(yearColumn) ?? '';
  if (uei === undefined || ein === undefined) return undefined;
  const identifiers: Identifier[] = [
    { scheme: 'uei', value: uei },
    { scheme: 'ein', value: ein },
  ];
  const parties = identifiers.map(({ scheme, value }) => ({
    key: `${scheme}:${value}`,
    names: currentName(name),
    identifiers,
  }));
  return { key: `${uei}-${ein}`, version, document: { uei, ein }, parties };
}
