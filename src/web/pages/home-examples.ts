import { entityPath, searchPath } from '../parts/links.js';
import { fieldWords } from '../parts/words.js';
import type { AnswerOf } from '../site/answers.js';
import type { Visit } from '../site/visit.js';

export interface Example {
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

/** The beginnings that are tried until names are found: those of most names, and of many. */
const BEGINNINGS = ['a', 'c', 's', 'm', 'b', 't'];
/** Shorter words are poor examples of misspellings. */
const MISSPELT_LEAST = 5;

/** Three finds, one ambiguity and one absence of the data that is loaded; fewer where it has none. Calls what costs credits. */
export async function chosenExamples(visit: Visit): Promise<readonly Example[]> {
  const names = await someNames(visit);
  const [first] = names;
  if (!first) return [];
  const { data: entity, meta } = await visit.call('getEntity', { params: { id: first.id } });
  return [
    {
      title: 'A company, whole',
      href: entityPath(first.id),
      text: `${first.name}: its facts, each with its source.`,
    },
    ...misspelt(names),
    ...numbered(entity),
    ...(await shared(visit, names)),
    ...absence(entity, meta),
  ];
}

async function someNames(visit: Visit) {
  for (const q of BEGINNINGS) {
    const { data } = await visit.call('suggest', { query: { q, limit: '8' } });
    if (data.length > 0) return data;
  }
  return [];
}

/** Two letters of a word of a name change their places. */
function misspelt(names: readonly { readonly name: string }[]): Example[] {
  const words = names.map(({ name }) =>
    name.split(/[^\p{L}]+/u).find((word) => word.length >= MISSPELT_LEAST),
  );
  const [word] = words.filter((one) => one !== undefined && one[2] !== one[3]);
  if (word === undefined) return [];
  const wrong = `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`.toLowerCase();
  const text = `“${wrong}” instead of “${word.toLowerCase()}”: the search shows its correction and offers the original query.`;
  return [{ title: 'Find a misspelt name', href: searchPath({ q: wrong }), text }];
}

function numbered({ stateEntityId, name }: AnswerOf<'getEntity'>['data']): Example[] {
  if (stateEntityId === undefined || stateEntityId === null) return [];
  const text = `The register number ${stateEntityId} finds ${name.replace(/\.$/, '')}.`;
  return [{ title: 'A number', href: searchPath({ q: stateEntityId }), text }];
}

/** The first name whose search finds more than one record. */
async function shared(visit: Visit, names: readonly { readonly name: string }[]): Promise<Example[]> {
  for (const { name } of names) {
    const { meta } = await visit.call('searchEntities', { query: { name, limit: '1' } });
    if (meta.totalCount === null || meta.totalCount < 2) continue;
    const text = `“${name}”: ${meta.totalCount} records match. Their place, number and register distinguish them.`;
    return [{ title: 'Several records with one name', href: searchPath({ q: name }), text }];
  }
  return [];
}

function absence(
  { id, name }: AnswerOf<'getEntity'>['data'],
  { absent }: AnswerOf<'getEntity'>['meta'],
): Example[] {
  const [field] = Object.keys(absent);
  if (field === undefined) return [];
  const text = `${name} has no “${fieldWords(field)}” here. The record has the reason for each missing field.`;
  return [{ title: 'See why a field is empty', href: `${entityPath(id)}#absent`, text }];
}
