import type { FixedFields } from '../../declare/index.js';

export const RECORD_LENGTH = 1440;

/** Six officer blocks of 128 characters, starting at position 669. */
export const OFFICERS = [1, 2, 3, 4, 5, 6] as const;
export const REPORTS = [1, 2, 3] as const;

type OfficerField = `princ${(typeof OFFICERS)[number]}_${'title' | 'name_type' | 'name'}`;
type ReportField = `report_${'year' | 'date'}_${(typeof REPORTS)[number]}`;

const ENTITY_FIELDS = {
  cor_number: [1, 12],
  cor_name: [13, 192],
  cor_status: [205, 1],
  cor_filing_type: [206, 15],
  princ_add_1: [221, 42],
  princ_add_2: [263, 42],
  princ_city: [305, 28],
  princ_state: [333, 2],
  princ_zip: [335, 10],
  princ_country: [345, 2],
  file_date: [473, 8],
  fei_number: [481, 14],
  ra_name: [545, 42],
  ra_name_type: [587, 1],
  ra_add_1: [588, 42],
  ra_city: [630, 28],
  ra_state: [658, 2],
  ra_zip5: [660, 5],
  ra_zip4: [665, 4],
} as const satisfies FixedFields;

export type CorporateField = keyof typeof ENTITY_FIELDS | OfficerField | ReportField;

/**
 * The fields that are read, of the layout the Division publishes for `cordata` and the daily files. Left out by
 * decision: the mailing address, officers' own addresses (homes, mostly), the flag for more than six officers,
 * the date of the last transaction and the state of formation.
 */
export const CORPORATE_FIELDS: FixedFields = {
  ...ENTITY_FIELDS,
  ...Object.fromEntries(
    REPORTS.flatMap((report): [ReportField, [number, number]][] => [
      [`report_year_${report}`, [506 + 13 * (report - 1), 4]],
      [`report_date_${report}`, [511 + 13 * (report - 1), 8]],
    ]),
  ),
  ...Object.fromEntries(
    OFFICERS.flatMap((officer): [OfficerField, [number, number]][] => [
      [`princ${officer}_title`, [669 + 128 * (officer - 1), 4]],
      [`princ${officer}_name_type`, [673 + 128 * (officer - 1), 1]],
      [`princ${officer}_name`, [674 + 128 * (officer - 1), 42]],
    ]),
  ),
};

export const CORPORATE_COLUMNS = Object.keys(CORPORATE_FIELDS) as readonly CorporateField[];
