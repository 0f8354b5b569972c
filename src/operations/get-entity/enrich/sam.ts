import type { Included } from '../../../contract/records/enrichment.js';
import { naicsTitle } from '../../../domain/codes/naics.js';
import { businessTypeTitle } from '../../../domain/codes/sam-business-types.js';
import type { Officer } from '../../../domain/entity.js';
import { REGISTRATION_STATUS, statusOn } from '../../../domain/records/current-record.js';
import { type Enrichment, resultOf } from './declare.js';
import { documentsOf, linkedRecords } from './linked.js';

const SAM = 'us_sam_registrations';

/** The registration as it is stored: its status is found for the day on which it is shown. */
type SamDocument = Omit<Included['sam'], 'registrationStatus' | 'naicsTitle' | 'businessTypeTitles'> & {
  /** A active, E expired, as of the file. */
  readonly extractCode: string;
  readonly officers: readonly Officer[];
};

export const sam: Enrichment<'sam'> = {
  token: 'sam',
  datasets: [SAM],
  load: async (subject) => {
    const linked = await linkedRecords(subject, SAM);
    const own = subject.data.identifiers?.find(({ scheme }) => scheme === 'uei')?.value;
    const shown = documentsOf<SamDocument>(linked)
      .map((document) => ({
        ...document,
        registrationStatus: statusOf(document, subject.today),
        naicsTitle: naicsTitle(document.naicsCode) ?? null,
        businessTypeTitles: document.businessTypes.map((code) => businessTypeTitle(code) ?? code),
      }))
      .sort((a, b) => rankOf(b, own).localeCompare(rankOf(a, own)))[0];
    return { ...resultOf(linked), ...(shown && { value: shown }) };
  },
};

/** As the registration's own record says it. */
function statusOf({ extractCode, expirationDate }: SamDocument, today: string): string {
  const words: Readonly<Record<string, string>> = REGISTRATION_STATUS;
  return statusOn(today, words[extractCode] ?? extractCode, expirationDate);
}

/** A registration's record shows itself; of several registrations (divisions) an active one, of those the last to end. */
function rankOf(
  shown: Pick<SamDocument, 'uei' | 'expirationDate'> & { readonly registrationStatus: string },
  own: string | undefined,
): string {
  const isActive = shown.registrationStatus === 'Active';
  return `${shown.uei === own ? 1 : 0} ${isActive ? 1 : 0} ${shown.expirationDate ?? ''}`;
}
