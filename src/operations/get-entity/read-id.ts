import { invalidParams } from '../../contract/errors.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { quoted } from '../query/faults.js';

/** The canonical form of an id as it was sent. Throws the 400. */
export function readEntityId(text: string): string {
  const id = canonicalEntityId(text);
  if (id !== undefined) return id;
  throw invalidParams({
    parameter: 'id',
    message: `must be a UUID, <STATE>:<key> or <STATE>:<tag>:<key> with a USPS state code; got ${quoted(text)}.`,
  });
}
