import { createHash } from 'node:crypto';
import type { DatasetDraft, DatasetRow } from '../domain/dataset.js';

/** A draft as it is stored: the document, the parties, and one hash over all of it. */
export function toDatasetRow(draft: DatasetDraft): DatasetRow {
  const { key, version = '', scope = '', date = '' } = draft;
  const document = JSON.stringify(draft.document);
  const parties = JSON.stringify(draft.parties);
  const partyKeys = [...new Set(draft.parties.map((party) => party.key))];
  const hash = createHash('sha1');
  for (const part of [version, scope, date, document, parties]) hash.update(part).update('\0');
  return { key, version, scope, date, document, parties, partyKeys, hash: hash.digest('hex').slice(0, 16) };
}
