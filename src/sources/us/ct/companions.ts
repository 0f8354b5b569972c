import type { EntityFiling, Officer, OtherName, RegisteredAgent } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import type { ColumnsOf, Group, Row } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import type { REGISTRY_TABLES } from './registry-tables.js';

type Registry = Group<typeof REGISTRY_TABLES>;
type RowOf<Table extends keyof typeof REGISTRY_TABLES> = Row<ColumnsOf<(typeof REGISTRY_TABLES)[Table]>>;

export function agentOf(group: Registry): RegisteredAgent | undefined {
  const row = group.one('agents');
  const name = row && nameOf(row);
  if (row === undefined || name === undefined) return undefined;
  const whole = row.take('business_address');
  const address = oneLineAddress({
    street: [row.take('business_street_address_1'), row.take('business_street_address_2')],
    city: row.take('business_city'),
    state: row.take('business_state'),
    zip: row.take('business_zip_code'),
  });
  return { name, address: address ?? oneLineAddress({ street: whole }) ?? null };
}

export function officerOf(row: RowOf<'principals'>): readonly Officer[] {
  const name = nameOf(row);
  return name === undefined ? [] : [{ name, title: row.take('designation') ?? null }];
}

export function filingOf(row: RowOf<'filings'>): readonly EntityFiling[] {
  const type = row.take('filing_type');
  const date = dateIn(row, 'filing_date') ?? null;
  return type === undefined ? [] : [{ type, date, description: null, number: row.take('name') }];
}

/** Each change names both sides; the side that is not the name of today is a former one. */
export function formerNamesOf(group: Registry, today: string): OtherName[] {
  const names = group
    .all('nameChanges')
    .flatMap((row) => [row.take('business_name_old'), row.take('business_name_new')]);
  const former = new Set(names.filter((name): name is string => name !== undefined && name !== today));
  return [...former].map((name) => ({ name, kind: 'former' }));
}

function nameOf(row: RowOf<'agents'> | RowOf<'principals'>): string | undefined {
  const person = personName({ first: row.take('firstname'), last: row.take('lastname') });
  return row.take('name__c') ?? person;
}
