import type { IncludeToken } from '../../contract/records/enrichment.js';
import { CANDIDATES_SHOWN, type ExplainedLink } from '../../contract/records/entity.js';
import type { EntityLink } from '../../store/store.js';
import type { Dependencies } from '../support/dependencies.js';
import { ENRICHMENTS } from './enrich/index.js';

/** The links that the tokens rest on, attached or not, with everything that was weighed. */
export async function explainLinks(
  links: readonly EntityLink[],
  include: readonly IncludeToken[],
  dependencies: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<ExplainedLink[]> {
  const named = ENRICHMENTS.filter(({ token }) => include.includes(token)).flatMap(({ token, datasets }) =>
    links.filter((link) => datasets.includes(link.dataset)).map((link) => ({ token, link })),
  );
  return await Promise.all(
    named.map(async ({ token, link }) => ({
      token,
      ...explainLink(link),
      ...(link.outcome === 'ambiguous' && { candidates: await candidatesOf(link, dependencies) }),
    })),
  );
}

/** A link with everything that was weighed. */
export function explainLink(link: EntityLink): Omit<ExplainedLink, 'token' | 'candidates'> {
  const { dataset, party, outcome, tier, attached, probability, decidedBy, rivals } = link;
  return {
    dataset,
    key: party,
    outcome,
    tier,
    attached,
    probability,
    decidedBy,
    evidence: evidenceOf(link),
    rivals,
  };
}

/** The record itself first. A record that its source no longer lists is omitted. */
async function candidatesOf(
  { entity, dataset, party }: EntityLink,
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<NonNullable<ExplainedLink['candidates']>> {
  const claims = (await links.claimsOn(dataset, party)).filter(({ outcome }) => outcome === 'ambiguous');
  const sorted = [...claims].sort(
    (one, other) => Number(other.entity === entity) - Number(one.entity === entity),
  );
  const reported = await Promise.all(
    sorted.slice(0, CANDIDATES_SHOWN).map(async (claim) => {
      const stored = await catalog.entities.get(claim.entity);
      if (!stored) return [];
      const { name, state } = JSON.parse(stored.document) as { name: string; state?: string };
      const { probability } = claim;
      return [{ id: stored.id, name, state: state ?? null, probability, evidence: evidenceOf(claim) }];
    }),
  );
  return reported.flat();
}

function evidenceOf({ evidence }: EntityLink): ExplainedLink['evidence'] {
  return JSON.parse(evidence) as ExplainedLink['evidence'];
}
