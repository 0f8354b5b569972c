import { childrenOf, parentsOf, type RelationshipDocument } from '../../../domain/records/ownership.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import { LEI } from '../keys.js';
import { GLEIF, goldenCopy } from './agency.js';

const PLACES = [1, 2, 3, 4, 5] as const;
/** Periods of accounts and filings are listed among those of relationships, in any order. */
const PERIODS = PLACES.map((at) => ({
  type: `Relationship.Period.${at}.periodType`,
  start: `Relationship.Period.${at}.startDate`,
  end: `Relationship.Period.${at}.endDate`,
})) as readonly { type: PeriodColumn; start: PeriodColumn; end: PeriodColumn }[];
const QUALIFIERS = PLACES.map((at) => ({
  dimension: `Relationship.Qualifiers.${at}.QualifierDimension`,
  category: `Relationship.Qualifiers.${at}.QualifierCategory`,
})) as readonly { dimension: QualifierColumn; category: QualifierColumn }[];

type Place = (typeof PLACES)[number];
type PeriodColumn = `Relationship.Period.${Place}.${'periodType' | 'startDate' | 'endDate'}`;
type QualifierColumn = `Relationship.Qualifiers.${Place}.${'QualifierDimension' | 'QualifierCategory'}`;

const COLUMNS = [
  'Relationship.StartNode.NodeID',
  'Relationship.EndNode.NodeID',
  'Relationship.RelationshipType',
  'Relationship.RelationshipStatus',
  'Registration.LastUpdateDate',
  'Registration.RegistrationStatus',
  'Registration.NextRenewalDate',
  ...PERIODS.flatMap(({ type, start, end }) => [type, start, end]),
  ...QUALIFIERS.flatMap(({ dimension, category }) => [dimension, category]),
] as const;

type RelationshipRow = Row<(typeof COLUMNS)[number]>;

/** Who consolidates whom, and which fund belongs to which: one record for each pair and type. */
export const usGleifRelationships = defineDataset({
  id: 'us_gleif_relationships',
  title: 'GLEIF Golden Copy, relationship records',
  agency: GLEIF,
  licence: 'CC0 1.0',
  every: 'week',
  fetch: goldenCopy('rr'),
  layout: 'verified',
  coverage:
    'All countries. Parents that consolidate the accounts of a body, as it reports them; not shareholders.',
  delivery: 'snapshot',
  expect: { min: 100_000 },
  tables: {
    relationships: {
      format: { kind: 'portal' },
      columns: COLUMNS,
      keys: { 'Relationship.StartNode.NodeID': LEI, 'Relationship.EndNode.NodeID': LEI },
      ignore: [
        'Relationship.StartNode.NodeIDType',
        'Relationship.EndNode.NodeIDType',
        'Relationship.Quantifiers.*',
        // Those of other kinds.
        'Relationship.Period.*',
        'Relationship.Qualifiers.*',
        'Registration.InitialRegistrationDate',
        'Registration.ManagingLOU',
        'Registration.Validation*',
      ],
    },
  },
  record: (group) => {
    const row = group.one('relationships');
    if (row === undefined) return undefined;
    const status = row.take('Registration.RegistrationStatus');
    // Issued in error, or twice.
    if (status === 'ANNULLED' || status === 'DUPLICATE') return undefined;
    const child = row.need('Relationship.StartNode.NodeID');
    const parent = row.need('Relationship.EndNode.NodeID');
    const type = row.need('Relationship.RelationshipType');
    const lapsed = status === 'LAPSED' ? dateIn(row, 'Registration.NextRenewalDate') : undefined;
    const period = PERIODS.find((one) => row.take(one.type) === 'RELATIONSHIP_PERIOD');
    const since = (period && dateIn(row, period.start)) ?? null;
    // One literal each: to spread objects into them takes twice as long.
    const document: RelationshipDocument = {
      child,
      parent,
      type,
      isActive: row.take('Relationship.RelationshipStatus') === 'ACTIVE',
      since,
      until: (period && dateIn(row, period.end)) ?? null,
      lapsedOn: lapsed ?? null,
      standard: standardOf(row),
    };
    return {
      key: `${child} ${type} ${parent}`,
      version: row.take('Registration.LastUpdateDate'),
      date: since ?? '',
      document,
      parties: [
        { key: parentsOf(child), names: [] },
        { key: childrenOf(parent), names: [] },
      ],
    };
  },
});

function standardOf(row: RelationshipRow): string | null {
  const qualifier = QUALIFIERS.find(({ dimension }) => row.take(dimension) === 'ACCOUNTING_STANDARD');
  return qualifier === undefined ? null : (row.take(qualifier.category) ?? null);
}
