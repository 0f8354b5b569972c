import type { Included } from '../../../contract/records/enrichment.js';
import { type Enrichment, resultOf } from './declare.js';
import { linkedRecords, pageOfDocuments } from './linked.js';

/** The two states that publish liens. */
const DATASETS: Readonly<Record<string, string>> = { CT: 'us_ct_ucc', CO: 'us_co_ucc' };

type Lien = Included['ucc']['items'][number];

export const ucc: Enrichment<'ucc'> = {
  token: 'ucc',
  datasets: Object.values(DATASETS),
  load: async (subject) => {
    const dataset = DATASETS[subject.data.state ?? ''];
    if (dataset === undefined) return { outcome: 'not_covered', asOf: null };
    const linked = await linkedRecords(subject, dataset);
    const { found } = linked;
    const result = resultOf(linked);
    if (found.totalCount === 0) return result;
    const items = pageOfDocuments<Lien>(linked, subject).map((lien) => ({
      ...lien,
      status: statusToday(lien, subject.today),
    }));
    return { ...result, value: { items, totalCount: found.totalCount } };
  },
};

/**
 * A filing that was not terminated is in force until it lapses. Colorado publishes no status; Connecticut's may be older
 * than the lapse.
 */
export function statusToday(
  { status, lapseDate }: Pick<Lien, 'status' | 'lapseDate'>,
  today: string,
): string | null {
  if (status !== null && !/^active$/i.test(status)) return status;
  if (lapseDate === null) return status;
  return lapseDate < today ? 'Lapsed' : (status ?? 'Active');
}
