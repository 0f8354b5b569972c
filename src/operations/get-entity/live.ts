import { ApiError } from '../../contract/errors.js';
import type { LiveRecord } from '../../domain/live.js';
import { quoted } from '../query/query.js';
import type { Answer } from '../support/declare.js';
import type { Dependencies } from '../support/dependencies.js';
import { agencyOf } from '../support/origin.js';
import type { PresentOptions } from './present.js';

const NOT_LINKED = { outcome: 'not_linked_yet', asOf: null } as const;

/** A record that no loaded source contains, from its portal. Throws 404, 429 and 502, all of them free. */
export async function answerLive(
  id: string,
  request: PresentOptions,
  { live, sources }: Dependencies,
  accountId: string | null,
): Promise<Answer> {
  const found = (await live?.lookup(id, accountId)) ?? { outcome: 'not_covered' };
  switch (found.outcome) {
    case 'record':
      return present(found.record, found.stale, request, sources);
    case 'no_answer':
      throw new ApiError('upstream_error', `${found.why} There is no recent cached copy of ${quoted(id)}.`);
    case 'over_budget':
      throw new ApiError(
        'rate_limit_exceeded',
        'This account has reached its limit of portal requests in this minute.',
        {
          retryAfterSeconds: found.retryAfterSeconds,
        },
      );
    case 'none': {
      const title = sources.get(found.sourceId)?.title ?? found.sourceId;
      throw new ApiError(
        'not_found',
        `Neither a loaded source nor the portal of ${title} contains ${quoted(id)}.`,
      );
    }
    default:
      throw new ApiError('not_found', `No loaded source contains ${quoted(id)}.`);
  }
}

/** Live records are linked to nothing yet. */
function present(
  record: LiveRecord,
  stale: boolean,
  { include, explain }: PresentOptions,
  sources: Dependencies['sources'],
): Answer {
  const parts = { sec: NOT_LINKED, contracts: NOT_LINKED, lobbying: NOT_LINKED };
  const enrichment = Object.fromEntries(
    include.map((token) => [token, token === 'federal' ? { ...NOT_LINKED, parts } : NOT_LINKED]),
  );
  return {
    data: { json: record.document },
    meta: {
      source: agencyOf(record.sourceId, sources),
      dataset: sources.get(record.sourceId)?.title,
      lastUpdated: new Date(record.changedAt).toISOString(),
      asOf: null,
      absent: { json: record.absent },
      ...(include.length > 0 && { enrichment }),
      ...(explain && { links: [] }),
      live: true,
      ...(stale && { stale }),
    },
  };
}
