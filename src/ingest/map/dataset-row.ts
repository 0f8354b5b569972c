import { hash } from 'node:crypto';
import { isPlaceholder } from '../../domain/placeholder.js';
import type { DatasetDraft, DatasetRow, Party } from '../../domain/records/dataset.js';

/** A draft as it is stored: the document, the parties, and one hash over all of it. */
export function toDatasetRow(draft: DatasetDraft): DatasetRow {
  const { key, version = '', scope = '', date = '' } = draft;
  const document = JSON.stringify(draft.document);
  const parties = JSON.stringify(draft.parties.map(withoutPlaceholders));
  const partyKeys = [...new Set(draft.parties.map((party) => party.key))];
  const all = `${version}\0${scope}\0${date}\0${document}\0${parties}\0`;
  const digest = hash('sha1', all).slice(0, 16);
  return { key, version, scope, date, document, parties, partyKeys, hash: digest };
}

/** Leaves out people and other names that only say that there is none. A party keeps its first name, whatever it is. */
function withoutPlaceholders(party: Party): Party {
  const { names, people = [] } = party;
  const isKept = ({ text, kind }: Party['names'][number]) => kind === 'current' || !isPlaceholder(text);
  if (names.every(isKept) && !people.some(isPlaceholder)) return party;
  return { ...party, names: names.filter(isKept), people: people.filter((name) => !isPlaceholder(name)) };
}
