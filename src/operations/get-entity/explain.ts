import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { ExplainedLink } from '../../contract/records/entity.js';
import type { EntityLink } from '../../store/store.js';
import { ENRICHMENTS } from './enrich/index.js';

/** The links that the tokens rest on, attached or not, with everything that was weighed. */
export function explainLinks(
  links: readonly EntityLink[],
  include: readonly IncludeToken[],
): ExplainedLink[] {
  return ENRICHMENTS.filter(({ token }) => include.includes(token)).flatMap(({ token, datasets }) =>
    links.filter((link) => datasets.includes(link.dataset)).map((link) => ({ token, ...explainLink(link) })),
  );
}

/** A link with everything that was weighed. */
export function explainLink(link: EntityLink): Omit<ExplainedLink, 'token'> {
  const { dataset, party, outcome, tier, attached, probability, decidedBy, rivals } = link;
  const evidence = JSON.parse(link.evidence) as ExplainedLink['evidence'];
  return { dataset, key: party, outcome, tier, attached, probability, decidedBy, evidence, rivals };
}
