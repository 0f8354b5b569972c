import type { Activity, TypeClass } from '../../../contract/vocabulary.js';
import type { Row } from '../../declare/index.js';

export function typeOf(row: Row<'cor_filing_type'>, key: string) {
  const code = row.take('cor_filing_type') ?? TYPE_BY_PREFIX.get(key.charAt(0));
  const [type, typeClass] = FILING_TYPES.get(code ?? '') ?? [];
  if (code !== undefined && type === undefined) row.unknown('cor_filing_type', code);
  return { type: type ?? code, typeClass };
}

export function statusOf(row: Row<'cor_status'>): {
  status: string | undefined;
  activity: Activity | undefined;
} {
  const code = row.take('cor_status');
  if (code === 'A') return { status: 'Active', activity: 'active' };
  if (code === 'I') return { status: 'Inactive', activity: 'inactive' };
  if (code !== undefined) row.unknown('cor_status', code);
  return { status: code, activity: undefined };
}

/** The Division's filing types, in the words in which its own search page shows them. */
const FILING_TYPES: ReadonlyMap<string, readonly [type: string, typeClass: TypeClass]> = new Map([
  ['DOMP', ['Florida Profit Corporation', 'corporation']],
  ['DOMNP', ['Florida Not For Profit Corporation', 'nonprofit']],
  ['FORP', ['Foreign Profit Corporation', 'corporation']],
  ['FORNP', ['Foreign Not For Profit Corporation', 'nonprofit']],
  ['DOMLP', ['Florida Limited Partnership', 'lp']],
  ['FORLP', ['Foreign Limited Partnership', 'lp']],
  ['FLAL', ['Florida Limited Liability Company', 'llc']],
  ['FORL', ['Foreign Limited Liability Company', 'llc']],
  ['NPREG', ['Registered Not For Profit', 'nonprofit']],
  ['TRUST', ['Declaration of Trust', 'trust']],
  ['AGENT', ['Designation of Registered Agent', 'other']],
]);

/**
 * The type by the first letter of a document number, if the type is blank. Seen on 3,293 real numbers; F is left
 * out because it stands for foreign corporations of both kinds.
 */
const TYPE_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['P', 'DOMP'],
  ['N', 'DOMNP'],
  ['A', 'DOMLP'],
  ['B', 'FORLP'],
  ['L', 'FLAL'],
  ['M', 'FORL'],
]);
