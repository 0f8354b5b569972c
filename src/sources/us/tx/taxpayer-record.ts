import type { DeclaredDraft } from '../../../domain/entity.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import type { Row } from '../../declare/index.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { statusOfCode } from '../words.js';
import { RIGHT_TO_TRANSACT, typeOfCode } from './comptroller-codes.js';
import { FILE_NUMBER, type TAXPAYER_COLUMNS } from './taxpayer-columns.js';
import { employerKeys, taxpayerNumber } from './taxpayer-number.js';

export function taxpayerRecord(
  row: Row<(typeof TAXPAYER_COLUMNS.columns)[number]>,
): DeclaredDraft | undefined {
  const number = taxpayerNumber(row);
  const key = row.take(FILE_NUMBER) ?? number;
  // Nothing is left to name a taxpayer by who has a number that is a person's and no file number.
  if (key === undefined) return undefined;
  const type = typeOfCode(row);
  return {
    key,
    name: row.need('taxpayer_name'),
    ...type,
    ...statusOfCode(row, 'right_to_transact_business_code', RIGHT_TO_TRANSACT),
    ...formationOf(dateIn(row, 'sos_charter_date'), isForeignType(type.type)),
    principalAddress: oneLineAddress({
      street: row.take('taxpayer_address'),
      city: row.take('taxpayer_city'),
      state: row.take('taxpayer_state'),
      zip: row.take('taxpayer_zip'),
    }),
    linkKeys: employerKeys(number),
  };
}
