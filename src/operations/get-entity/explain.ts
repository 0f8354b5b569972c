import type { IncludeToken } from '../../contract/enrichment.js';
import type { EntityLink } from '../../store/store.js';
import { ENRICHMENTS } from './enrich/index.js';

/** The links that the tokens rest on, attached or not, with everything that was weighed. */
export function explainLinks(links: readonly EntityLink[], include: readonly IncludeToken[]) {
  return ENRICHMENTS.filter(({ token }) => include.includes(token)).flatMap(({ token, datasets }) =>
    links.filter((link) => datasets.includes(link.dataset)).map((link) => explained(token, link)),
  );
}

function explained(token: IncludeToken, link: EntityLink) {
  const { dataset, party, outcome, tier, attached, probability, decidedBy, rivals } = link;
  const evidence = JSON.parse(link.evidence) as object[];
  return { token, dataset, key: party, outcome, tier, attached, probability, decidedBy, evidence, rivals };
}
