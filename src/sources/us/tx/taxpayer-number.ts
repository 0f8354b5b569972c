import type { Identifier } from '../../../domain/entity.js';
import type { Row } from '../../declare/index.js';
import { employerNumber } from '../../support/ein.js';

/**
 * A number starting with 1 contains the employer identification number; one with 3 was assigned by the
 * Comptroller. One with 2 contains a social security number, and others are unknown: they are dropped here.
 */
export function taxpayerNumber(row: Row<'taxpayer_number'>): string | undefined {
  const number = row.take('taxpayer_number');
  return number !== undefined && /^[13]\d{10}$/.test(number) ? number : undefined;
}

/** The employer identification number between the 1 and the check digit. */
export function employerKeys(number: string | undefined): readonly Identifier[] {
  const ein = employerNumber(/^1(\d{9})\d$/.exec(number ?? '')?.[1]);
  return ein === undefined ? [] : [{ scheme: 'ein', value: ein }];
}
