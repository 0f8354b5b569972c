import type { EntityShown } from '../entity/provenance.js';
import type { RelatedItem } from '../entity/related.js';

type Related = NonNullable<EntityShown['entity']['related']>;

/** Relations by what is shared, as the picture's columns have them. */
export interface RelationColumns {
  readonly agent: RelationColumn;
  readonly both: RelationColumn;
  readonly address: RelationColumn;
}

/** The entities of one page, of all that are related. */
export interface RelationColumn {
  readonly items: readonly RelatedItem[];
  readonly total: number;
}

export function columnsOf({ items, counts }: Related): RelationColumns {
  const shares = (item: RelatedItem, kind: string) => item.shares.some((share) => share.kind === kind);
  const agent = items.filter((item) => shares(item, 'registered_agent'));
  const address = items.filter((item) => shares(item, 'principal_address'));
  return {
    agent: { items: agent.filter((item) => !address.includes(item)), total: counts.registeredAgent },
    both: { items: agent.filter((item) => address.includes(item)), total: counts.both },
    address: { items: address.filter((item) => !agent.includes(item)), total: counts.principalAddress },
  };
}
