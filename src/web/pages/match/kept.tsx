import { InputError } from '../../../ingest/read/support/context.js';
import { changeList, findList } from '../../../operations/lists/kept-list.js';
import { type KeptList, placedRows, resultCsv, soleCandidates } from '../../../operations/lists/outcomes.js';
import {
  chosenRoles,
  guessRoles,
  type Layout,
  namesCompanies,
  readAs,
} from '../../../operations/lists/read-list.js';
import { RESULT_COLUMNS, resultCells } from '../../../operations/match/result-rows.js';
import { FILE_FORMS, type FileForm, fileOf, type PageFile } from '../../site/file.js';
import { definePage, type Page, type PageView } from '../../site/page.js';
import type { Visit } from '../../site/visit.js';
import { matchRows } from './match-rows.js';
import { preview } from './preview.js';
import { results } from './results.js';

/** A list with its columns, and once it is matched with its results: `/match/{id}` survives a reload and can be shared. */
export const keptListPage = definePage({
  path: '/match/:id',
  name: 'match-list',
  access: 'reader',
  // The choices among the candidates of one page of rows.
  maxFormBytes: 65_536,
  show: async (visit) => view(visit, await listOf(visit)),
  submit: async (visit, sent) => {
    const kept = await listOf(visit);
    const action = sent.get('do') ?? '';
    if (action === 'delete') {
      await visit.matchLists.remove(kept.id);
      return { to: kept.owner === '' ? '/match' : '/lists' };
    }
    try {
      const change = await changeBy(action, sent, visit, kept);
      const { id } = kept;
      await changeList(visit.matchLists, { id, owner: visit.owner, at: visit.facts.at }, change);
    } catch (error) {
      if (error instanceof InputError) return view(visit, kept, error.message);
      throw error;
    }
    const params = new URLSearchParams();
    for (const name of ['outcome', 'offset']) if (sent.get(name)) params.set(name, sent.get(name) ?? '');
    return { to: `/match/${kept.id}${params.size > 0 ? `?${params}` : ''}` };
  },
});

/** The list with all its own columns and its results, as files. */
export const listFiles: readonly Page[] = FILE_FORMS.map((form) =>
  definePage({
    path: `/match/:id/rows.${form}`,
    name: `match-list.${form}`,
    access: 'reader',
    show: async (visit) => ({ file: fileOfList(await listOf(visit), form) }),
  }),
);

function fileOfList(kept: KeptList, form: FileForm): PageFile {
  const name = kept.name.replace(/[^\w.-]+/g, '-') || 'list';
  if (form === 'csv')
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body: Buffer.from(resultCsv(kept)) };
  const rows = placedRows(kept).map(({ cells, result }) => [...cells, ...resultCells(result)]);
  return fileOf({ name, columns: [...kept.list.columns, ...RESULT_COLUMNS], rows }, form);
}

/** The list at the address of the page. Throws the 404. */
export function listOf({ matchLists, owner, facts: { params, at } }: Visit): Promise<KeptList> {
  return findList(matchLists, params.id ?? '', owner, at);
}

function view(visit: Visit, kept: KeptList, fault?: string): PageView {
  return kept.results.length === 0 ? preview(visit, kept, fault) : results(visit, kept, fault);
}

/** The change that a form asks for; it may be applied to a list that was changed meanwhile. Throws InputError if no column identifies the company. */
async function changeBy(
  action: string,
  sent: URLSearchParams,
  visit: Visit,
  kept: KeptList,
): Promise<(kept: KeptList) => KeptList> {
  const { list } = kept;
  if (action === 'layout' && list.text !== null) {
    const layout: Layout = sent.get('layout') === 'lines' ? 'lines' : 'table';
    const read = await readAs(layout, 'The list', list.text);
    const roles = layout === 'lines' ? (['name'] as const) : guessRoles(read.columns);
    return (current) => ({ ...current, list: read, roles });
  }
  if (action === 'match') {
    const roles = chosenRoles(list.columns, (place) => sent.get(`column-${place}`));
    if (!namesCompanies(roles))
      throw new InputError('Choose the column with the name, or with a number, of the company.');
    const { list: matched, results } = await matchRows(visit, { ...kept, roles, results: [], choices: {} });
    return (current) => ({ ...current, list: matched, roles, results, choices: {} });
  }
  if (action === 'continue') {
    const { list: matched, results } = await matchRows(visit, kept);
    return (current) => ({ ...current, list: matched, results });
  }
  if (action === 'accept')
    return (current) => ({ ...current, choices: { ...soleCandidates(current), ...current.choices } });
  return (current) => ({ ...current, choices: chosenIn(sent, current) });
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
