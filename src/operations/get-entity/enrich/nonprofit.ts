import type { Included } from '../../../contract/records/enrichment.js';
import { nteeTitle } from '../../../domain/codes/ntee.js';
import { type Enrichment, resultOf } from './declare.js';
import { documentsOf, linkedRecords } from './linked.js';

const MASTER_FILE = 'us_irs_exempt_organizations';
const FORM_990 = 'us_irs_form_990';

export const nonprofit: Enrichment<'nonprofit'> = {
  token: 'nonprofit',
  datasets: [MASTER_FILE, FORM_990],
  load: async (subject) => {
    const linked = await linkedRecords(subject, MASTER_FILE, 1);
    const result = resultOf(linked);
    const [value] = documentsOf<Included['nonprofit']>(linked);
    if (!value) return result;
    const title = nteeTitle(value.nteeCode);
    return { ...result, value: title === undefined ? value : { ...value, nteeTitle: title } };
  },
};
