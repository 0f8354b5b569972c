import type { Identifier } from '../../../domain/entity.js';
import type { Row } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';

/**
 * A number that begins with 1 holds the employer identification number, one with 3 was made by the Comptroller.
 * One with 2 holds a social security number, and any other is not known: they go no further than this line.
 */
export function taxpayerNumber(row: Row<'taxpayer_number'>): string | undefined {
  const number = row.take('taxpayer_number');
  return number !== undefined && /^[13]\d{10}$/.test(number) ? number : undefined;
}

/** The employer identification number that stands between the 1 and the check digit. */
export function employerKeys(number: string | undefined): readonly Identifier[] {
  const ein = employerNumber(/^1(\d{9})\d$/.exec(number ?? '')?.[1]);
  return ein === undefined ? [] : [{ scheme: 'ein', value: ein }];
}
