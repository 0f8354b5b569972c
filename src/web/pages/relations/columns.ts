import type { RelatedItem } from '../entity/related.js';

/** Relations by what is shared, as the picture's columns have them. */
export interface RelationColumns {
  readonly agent: readonly RelatedItem[];
  readonly both: readonly RelatedItem[];
  readonly address: readonly RelatedItem[];
}

export function columnsOf(items: readonly RelatedItem[]): RelationColumns {
  const shares = (item: RelatedItem, kind: string) => item.shares.some((share) => share.kind === kind);
  const agent = items.filter((item) => shares(item, 'registered_agent'));
  const address = items.filter((item) => shares(item, 'principal_address'));
  return {
    agent: agent.filter((item) => !address.includes(item)),
    both: agent.filter((item) => address.includes(item)),
    address: address.filter((item) => !agent.includes(item)),
  };
}
