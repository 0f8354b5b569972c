import { ApiError } from '../../contract/errors.js';
import { splitForms } from '../../domain/business-names/legal-forms.js';
import type { EntityFacets } from '../../domain/entity-facets.js';
import type { LiveRecord, LiveSearch } from '../../domain/live.js';
import { parseQuery } from '../../search/index.js';
import type { Dependencies } from '../support/dependencies.js';
import { heldText } from './held-names.js';
import { matchIn, type RankedItem, toItem } from './item.js';
import { passes } from './passes.js';
import { tiersOf } from './query.js';
import type { EntitySearchRequest } from './request.js';

/**
 * Portals are asked for a name alone. Their answers are kept, so that later pages go on in the same list. Undefined
 * if none is asked, or none stands for what is not loaded.
 */
export async function searchLive(
  request: EntitySearchRequest,
  { live }: Dependencies,
  accountId: string | null,
): Promise<LiveSearch | undefined> {
  const [text, ...others] = request.texts;
  if (!live || text?.field !== 'name' || others.length > 0) return undefined;
  const question = { state: request.filters.state ?? null, words: portalWords(text.written) };
  const found = await live.search(question, accountId);
  return found.requested.length > 0 ? found : undefined;
}

/**
 * The question to portals, which know nothing of our searchable spelling: the words as written, without what names
 * are often written without (the legal form, `and`, single letters), so that the portal finds rather more.
 */
export function portalWords(written: string): readonly string[] {
  const words = splitForms(written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).core;
  const telling = words.filter((word) => word.length > 1 && word !== 'and');
  return telling.length > 0 ? telling : words;
}

/** The records that meet the whole request, by tier; the portal only made the choice smaller. */
export function rankLive(
  request: EntitySearchRequest,
  records: readonly LiveRecord[],
  today: string,
): RankedItem[] {
  const tiers = tiersOf(request);
  const parsed = parseQuery(request.texts[0]?.text ?? '');
  const ranked = records.flatMap((record) => {
    const facets = JSON.parse(record.facets) as EntityFacets;
    if (!passes(request, facets, today)) return [];
    const tier = tiers.findIndex((one) => !one.onlyListed && heldText(one, parsed, facets) !== undefined);
    const named = tiers[tier];
    if (named === undefined) return [];
    const match = matchIn(named, { sought: parsed, corrected: null, removed: [] }, facets);
    return [{ tier, sourceId: record.sourceId, item: toItem(record, match) }];
  });
  return ranked.sort((a, b) => a.tier - b.tier);
}

/** Throws 502 where a state was asked for and there is nothing but portals that did not answer. */
export function refuseSilence(
  request: EntitySearchRequest,
  found: LiveSearch | undefined,
  results: number,
): void {
  if (!found || request.filters.state === undefined || results > 0) return;
  if (found.unanswered.length < found.requested.length) return;
  throw new ApiError('upstream_error', found.why ?? 'No portal of the state answered.');
}

/** The members of `meta` on the portals: totals are unknown where one answered. */
export function liveMeta(found: LiveSearch, sources: Dependencies['sources']) {
  const states = found.unanswered.flatMap((id) => sources.get(id)?.state ?? []);
  const answered = found.requested.length > found.unanswered.length;
  return {
    ...(answered && { total: null, totalCount: null, live: true }),
    ...(states.length > 0 && { unavailable: [...new Set(states)].sort() }),
    ...(found.more && { cut: true }),
    ...(found.stale && { stale: true }),
  };
}
