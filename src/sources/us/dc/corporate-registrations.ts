import { isPlaceholderDate, portalDate } from '../../../domain/time/dates.js';
import { defineSource } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { UNVERIFIED_NUMBER } from '../keys.js';
import { statusIn, words } from '../words.js';

const LAYER = '/dcgis/rest/services/DCGIS_DATA/Business_Licensing_and_Grants_WebMercator/FeatureServer/0';

/** The words that are known; the layer has more of them. */
const STATUSES = words({
  active: 'Active - In Good Standing; Active - Not in Good Standing; Active',
  inactive: 'Revoked; Dissolved',
});

/**
 * No row of this layer was at hand: its six columns and two of its statuses are known from programs that read it.
 * Unverified are the words of MODELTYPE (shown as they are, without a class), and that EFFECTIVE_DATE is the day of
 * formation for every kind of entity. The address of the agent is in none of the known columns.
 */
export const usDcCorporateRegistrations = defineSource({
  id: 'us_dc_corporate_registrations',
  title: 'District of Columbia Corporate Registrations',
  agency: {
    name: 'DC Department of Licensing and Consumer Protection',
    level: 'state',
    url: 'https://dlcp.dc.gov/corporations',
  },
  licence: 'CC BY 4.0',
  every: 'week',
  fetch: {
    kind: 'manual',
    how: 'Take Corporate Registration from opendata.dc.gov as CSV, or its attributes as one JSON object a line.',
  },
  portal: {
    kind: 'arcgis',
    host: 'maps2.dcgis.dc.gov',
    tables: { main: LAYER },
    key: ['file_number'],
    names: ['business_name'],
  },
  layout: 'unverified',
  coverage: 'Registrations of every status. No addresses, officers or filings.',
  recordClass: 'registry_entity',
  idScheme: 'portal',
  state: 'DC',
  publishes: { principalAddress: false, agentAddress: false, officers: false, filings: false },
  expect: { min: 300_000, filled: { status: 0.95 } },
  columns: columns('file_number business_name entity_status effective_date ra_name modeltype'),
  keys: { file_number: UNVERIFIED_NUMBER },
  ignore: columns('objectid globalid'),
  record: (row) => {
    const agent = row.take('ra_name');
    return {
      key: row.need('file_number'),
      name: row.need('business_name'),
      type: row.take('modeltype'),
      typeClass: undefined,
      ...statusIn(row, 'entity_status', STATUSES),
      ...formationOf(dateIn(row, 'effective_date', layerDate), isForeignType(row.take('modeltype'))),
      registeredAgent: agent === undefined ? undefined : { name: agent, address: null },
    };
  },
});

/** Milliseconds since 1970 in the service's answers, `2020/01/02 05:00:00+00` in its CSV: midnight, Eastern time. */
function layerDate(text: string): string | undefined {
  const written = /^-?\d{6,}$/.test(text)
    ? isoOf(Number(text))
    : text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3');
  return portalDate(written) ?? (isPlaceholderDate(written) ? '' : undefined);
}

function isoOf(milliseconds: number): string {
  const time = new Date(milliseconds);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
