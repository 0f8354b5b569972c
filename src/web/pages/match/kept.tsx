import { InputError } from '../../../ingest/read/support/context.js';
import { definePage, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { findList, type KeptList, saveList } from './kept-list.js';
import { chosenRoles, guessRoles, type Layout, namesCompanies, readAs } from './list.js';
import { matchRows } from './match-rows.js';
import { soleCandidates } from './outcomes.js';
import { preview } from './preview.js';
import { results } from './results.js';

/** A list with its columns, and once it is matched with its results: `/match/{id}` survives a reload and can be shared. */
export const keptListPage = definePage({
  path: '/match/:id',
  name: 'match-list',
  access: 'reader',
  // The choices among the candidates of one page of rows.
  maxFormBytes: 65_536,
  show: async (visit) => view(visit, await findList(visit)),
  submit: async (visit, sent) => {
    const kept = await findList(visit);
    const action = sent.get('do') ?? '';
    if (action === 'delete') {
      await visit.matchLists.remove(kept.id);
      return { to: '/match' };
    }
    try {
      const changed = await changedBy(action, sent, visit, kept);
      await saveList(visit, changed);
    } catch (error) {
      if (error instanceof InputError) return view(visit, kept, error.message);
      throw error;
    }
    const params = new URLSearchParams();
    for (const name of ['outcome', 'offset']) if (sent.get(name)) params.set(name, sent.get(name) ?? '');
    return { to: `/match/${kept.id}${params.size > 0 ? `?${params}` : ''}` };
  },
});

function view(visit: Visit, kept: KeptList, fault?: string): PageView {
  return kept.results.length === 0 ? preview(visit, kept, fault) : results(visit, kept, fault);
}

/** Throws InputError if no column identifies the company. */
async function changedBy(
  action: string,
  sent: URLSearchParams,
  visit: Visit,
  kept: KeptList,
): Promise<KeptList> {
  const { list } = kept;
  if (action === 'layout' && list.text !== null) {
    const layout: Layout = sent.get('layout') === 'lines' ? 'lines' : 'table';
    const read = await readAs(layout, 'The list', list.text);
    return { ...kept, list: read, roles: layout === 'lines' ? ['name'] : guessRoles(read.columns) };
  }
  if (action === 'match') {
    const roles = chosenRoles(list.columns, (place) => sent.get(`column-${place}`));
    if (!namesCompanies(roles))
      throw new InputError('Choose the column with the name, or with a number, of the company.');
    return matchRows(visit, { ...kept, roles, results: [], choices: {} });
  }
  if (action === 'continue') return matchRows(visit, kept);
  if (action === 'accept') return { ...kept, choices: { ...soleCandidates(kept), ...kept.choices } };
  return { ...kept, choices: chosenIn(sent, kept) };
}

/** The choices of a form; rows of other pages keep theirs. */
function chosenIn(sent: URLSearchParams, { results, choices }: KeptList): Readonly<Record<number, string>> {
  const places = [...results.keys()].map((place) => {
    const chosen = sent.get(`choice-${place}`) ?? choices[place] ?? '';
    const isCandidate = results[place]?.candidates.some(({ id }) => id === chosen);
    return [place, isCandidate ? chosen : ''] as const;
  });
  return Object.fromEntries(places.filter(([, chosen]) => chosen !== ''));
}
