import { canonicalEntityId } from '../../domain/ids.js';
import { knownSource } from '../../operations/query/known-ids.js';
import { choice, defineQuery, quoted, readAs, text } from '../../operations/query/query.js';
import type { EntityLink, LinkFilter, LinkKey } from '../../store/store.js';
import { defineKind } from './kind.js';
import { KNOWN_SOURCES } from './known-sources.js';

const LinkQuery = defineQuery({
  entity: readAs(
    text('Id of an entity.', 'CO:20221555001'),
    (given, faults, name) =>
      canonicalEntityId(given) ?? faults.add(name, `must be an id of an entity; got ${quoted(given)}.`),
  ),
  dataset: readAs(text('Id of a data set, as in /sources.', 'us_sam_registrations'), (given, faults, name) =>
    knownSource(given, KNOWN_SOURCES, faults, name),
  ),
  attached: choice('`true`: links that are displayed with the entity; `false`: the others.', [
    'true',
    'false',
  ]),
});

/** One row for each judgement that a party of a data set may be an entity, corrections applied. */
export const links = defineKind<LinkFilter>({
  by: 'scan',
  filters: LinkQuery.schema.properties,
  readFilter: (sent) => {
    const { entity, dataset, attached } = LinkQuery.read(sent);
    return { entity, dataset, attached: attached === null ? null : attached === 'true' };
  },
  begin: () => null,
  count: (filter, _begin, data) => data.links.countLinks(filter),
  read: async (after, max, filter, data) => {
    const place = after === null ? null : (JSON.parse(after) as LinkKey);
    const found = await data.links.linksAfter(place, max, filter);
    return {
      texts: found.map(rowText),
      sources: new Set(found.map(({ dataset }) => dataset)),
      place: placeOf(found.at(-1)),
    };
  },
});

function rowText({ samePlace: _ofTheMatcher, evidence, ...shown }: EntityLink): string {
  return `${JSON.stringify(shown).slice(0, -1)},"evidence":${evidence}}`;
}

function placeOf(link: EntityLink | undefined): string | null {
  if (link === undefined) return null;
  const { entity, dataset, party } = link;
  return JSON.stringify({ entity, dataset, party });
}
