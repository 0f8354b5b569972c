import type { EntityFiling, Officer, RegisteredAgent } from '../../../domain/entity.js';
import { positionalPersonName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { monthFirstDate } from '../../../domain/time/dates.js';
import type { Row } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import type { CorporateField, OFFICERS, REPORTS } from './corporate-layout.js';
import { officerTitle } from './officer-titles.js';

type CorporateRow = Row<CorporateField>;

export function agentOf(row: CorporateRow): RegisteredAgent | undefined {
  const name = nameOf(row, 'ra_name_type', 'ra_name');
  const address = oneLineAddress({
    street: row.take('ra_add_1'),
    city: row.take('ra_city'),
    state: row.take('ra_state'),
    zip: [row.take('ra_zip5'), row.take('ra_zip4')].filter((part) => part !== undefined).join('-'),
  });
  return name === undefined ? undefined : { name, address: address ?? null };
}

export function officerOf(row: CorporateRow, officer: (typeof OFFICERS)[number]): readonly Officer[] {
  const code = row.take(`princ${officer}_title`);
  const title = code === undefined ? null : officerTitle(code);
  const name = nameOf(row, `princ${officer}_name_type`, `princ${officer}_name`);
  return name === undefined ? [] : [{ name, title }];
}

export function annualReportOf(row: CorporateRow, report: (typeof REPORTS)[number]): readonly EntityFiling[] {
  const date = dateIn(row, `report_date_${report}`, monthFirstDate) ?? null;
  const year = row.take(`report_year_${report}`);
  const description = year === undefined || year === '0000' ? null : `Report year ${year}`;
  return date === null && description === null ? [] : [{ type: 'Annual Report', date, description }];
}

/** P is a person in positions, C free text. */
function nameOf(row: CorporateRow, typeField: CorporateField, nameField: CorporateField) {
  if (row.take(typeField) === 'P') return positionalPersonName(row.raw(nameField));
  return row.take(nameField)?.replace(/ {2,}/g, ' ');
}
