import type { Operation } from '../support/declare.js';

interface Tag {
  readonly name: string;
  readonly description: string;
}

const ENTITIES: Tag = {
  name: 'Entities',
  description: 'Records of state, federal, county and city publishers.',
};
const FEDERAL: Tag = { name: 'Federal records', description: 'Federal contracts and lobbying disclosures.' };

/** By the first part of the path after `/api/v1`. */
const TAGS: Readonly<Record<string, Tag>> = {
  entity: ENTITIES,
  suggest: ENTITIES,
  search: ENTITIES,
  match: ENTITIES,
  identify: ENTITIES,
  sec: { name: 'SEC filings', description: 'Filings of EDGAR.' },
  contracts: FEDERAL,
  lobbying: FEDERAL,
  changes: { name: 'Changes', description: 'The change feed.' },
  batch: { name: 'Batch', description: 'Several requests in one.' },
  sources: { name: 'Sources', description: 'The loaded sources and their age.' },
  exports: { name: 'Exports', description: 'All records that match a filter, as files.' },
  usage: { name: 'Account', description: 'Credits and usage.' },
  lists: { name: 'Lists', description: 'Lists of companies, matched and stored.' },
  watches: { name: 'Watches', description: 'Webhooks: subscriptions to changes.' },
  admin: { name: 'Administration', description: 'Accounts, keys, loads and the index.' },
};

/** Throws `RangeError` for a path without a tag. */
export function tagOf({ path }: Pick<Operation, 'path'>): Tag {
  const part = path.split('/')[3] ?? '';
  const tag = TAGS[part];
  if (!tag) throw new RangeError(`No tag stands for ${path}.`);
  return tag;
}

/** Each once, in the order of the operations. */
export function tagsOf(operations: readonly Operation[]): readonly Tag[] {
  return [...new Set(operations.map(tagOf))];
}
