import { SamSchema } from '../../../contract/enrichment.js';
import type { Officer } from '../../../domain/entity.js';
import type { Enrichment } from './declare.js';
import { documentsOf, linkedRecords } from './linked.js';

export const SAM = 'us_sam_registrations';

export interface SamDocument {
  readonly uei: string;
  readonly cageCode: string | null;
  readonly naicsCode: string | null;
  readonly businessTypes: readonly string[];
  /** A active, E expired, as of the file. */
  readonly extractCode: string;
  readonly expirationDate: string | null;
  readonly officers: readonly Officer[];
}

export const sam: Enrichment = {
  token: 'sam',
  schema: SamSchema,
  datasets: [SAM],
  load: async (subject) => {
    const linked = await linkedRecords(subject, SAM);
    const { outcome, asOf } = linked;
    const shown = documentsOf<SamDocument>(linked)
      .map((document) => ({ ...document, registrationStatus: statusOf(document, subject.today) }))
      .sort((a, b) => rankOf(b).localeCompare(rankOf(a)))[0];
    return { outcome, asOf, ...(shown && { value: shown }) };
  },
};

/** The file is up to a month old: a registration that it calls active may have ended since. */
export function statusOf({ extractCode, expirationDate }: SamDocument, today: string): 'Active' | 'Expired' {
  const hasEnded = expirationDate !== null && expirationDate < today;
  return extractCode === 'A' && !hasEnded ? 'Active' : 'Expired';
}

/** Of several registrations (divisions) an active one, of those the one that ends last. */
function rankOf(shown: { registrationStatus: string; expirationDate: string | null }): string {
  return `${shown.registrationStatus === 'Active' ? 1 : 0} ${shown.expirationDate ?? ''}`;
}
