import type { SourceItem } from '../../contract/service/source.js';
import { commandName } from '../../platform/package-root.js';
import { SearchForm } from '../frame/search-form.js';
import { entityPath, searchPath } from '../parts/links.js';
import { counted, number } from '../parts/numbers.js';
import { fieldWords, PRICES } from '../parts/words.js';
import type { AnswerOf } from '../site/answers.js';
import { definePage } from '../site/page.js';
import type { Visit } from '../site/visit.js';
/** The first thing that anyone sees: the search, examples, and what is loaded. */
export const homePage = definePage({
  path: '/',
  name: 'home',
  access: 'anyone',
  isForAll: true,
  show: async (visit) => {
    const { data } = await visit.call('listSources');
    const loaded = data.filter((source) => source.loaded);
    const { isSample } = visit.facts;
    const examples = isSample ? SAMPLE_EXAMPLES : visit.isMetered ? WAYS : await examplesOf(visit);
    return {
      title: 'US businesses and SEC filings',
      search: null,
      body: (
        <>
          <h1>Look up a US business</h1>
          <p class="lead">
            State registers, federal registrations and SEC filings in one place. Each fact names its source,
            and each missing field has a reason.
          </p>
          <SearchForm query="" id="find" />
          {loaded.length === 0 ? (
            <NothingLoaded />
          ) : (
            <Examples examples={examples} isWays={examples === WAYS} />
          )}
          {visit.isMetered && <Prices />}
          <Loaded loaded={loaded} all={data.length} />
        </>
      ),
    };
  },
});

/** Examples from the loaded data, or generic ones if there are none. */
async function examplesOf(visit: Visit): Promise<readonly Example[]> {
  const found = await chosenExamples(visit);
  return found.length === 0 ? WAYS : found;
}

/** All of them are answered by the bundled sample; a test visits each. */
export const SAMPLE_EXAMPLES: readonly Example[] = [
  {
    title: 'A company, whole',
    href: entityPath('CO:20221555001'),
    text: 'A cleaning company in Colorado: its officers, two federal contracts, a lien, and other companies with the same agent.',
  },
  {
    title: 'Find a misspelt name',
    href: searchPath({ q: 'harbor clenaers' }),
    text: '“harbor clenaers”: no name has that word. The search shows its correction and offers the original query.',
  },
  {
    title: 'A number',
    href: searchPath({ q: '0555049' }),
    text: 'A register number finds its record: here a society in Connecticut, with officers and filings.',
  },
  {
    title: 'Two records with one name',
    href: searchPath({ q: 'willow harbor cleaners' }),
    text: 'One is in Colorado, one in New York. They are separate records, and their data is never mixed.',
  },
  {
    title: 'See why a field is empty',
    href: `${entityPath('NY:5550138')}#absent`,
    text: 'New York publishes no officers for this company. The record has the reason for each missing field.',
  },
];

const WAYS: readonly Example[] = [
  {
    title: 'By name',
    href: '/search',
    text: 'Any words of it, in any order, including former and assumed names.',
  },
  {
    title: 'By number',
    href: '/search',
    text: 'The number of a state, a filing or an SEC filer finds its record.',
  },
  {
    title: 'By people',
    href: '/search',
    text: 'An officer or a registered agent finds the companies that list them.',
  },
];

interface ExamplesProps {
  readonly examples: readonly Example[];
  readonly isWays: boolean;
}

function Examples({ examples, isWays }: ExamplesProps) {
  return (
    <section aria-labelledby="examples-head">
      <h2 id="examples-head">{isWays ? 'Ways to search' : 'Try these'}</h2>
      <ul class="cards">
        {examples.map(({ title, href, text }) => (
          <li>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingLoaded() {
  return (
    <div class="notice">
      <p>
        No records are loaded yet. <code>{commandName()} sources</code> lists the sources that you can load,{' '}
        <code>{commandName()} ingest SOURCE</code> loads one, and <code>{commandName()} serve --sample</code>{' '}
        shows the bundled sample.
      </p>
    </div>
  );
}

function Prices() {
  return <p class="notice">{`Pages cost the same as the API. ${PRICES} Sign in with a key to continue.`}</p>;
}

function Loaded({ loaded, all }: { readonly loaded: readonly SourceItem[]; readonly all: number }) {
  const sumOf = (sources: readonly SourceItem[]) => sources.reduce((sum, { records }) => sum + records, 0);
  // A data set adds facts to records; it has none of its own.
  const records = sumOf(loaded.filter(({ recordClass }) => recordClass !== null));
  const rows = sumOf(loaded) - records;
  return (
    <section aria-labelledby="loaded-head">
      <h2 id="loaded-head">Loaded data</h2>
      <p>{`${counted(records, 'record')} of companies and other organizations, and ${counted(rows, 'row')} of filings and other data about them, from ${counted(loaded.length, 'source')}; ${number(all - loaded.length)} more sources can be loaded.`}</p>
      {loaded.length > 0 && (
        <div class="scroll" role="region" aria-label="Loaded sources" tabIndex={0}>
          <table>
            <caption class="unseen">Loaded sources</caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">Publisher</th>
                <th scope="col" class="number">
                  Records or rows
                </th>
                <th scope="col">Published</th>
                <th scope="col">Loaded</th>
              </tr>
            </thead>
            <tbody>
              {loaded.map(({ id, title, publisher, records: count, publishedAt, fetchedAt }) => (
                <tr>
                  <th scope="row">
                    <a href={`/sources/${id}`}>{title}</a>
                  </th>
                  <td>{publisher}</td>
                  <td class="number">{number(count)}</td>
                  <td class="date">{publishedAt ?? 'not given'}</td>
                  <td class="date">{fetchedAt?.slice(0, 10)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface Example {
  readonly title: string;
  readonly href: string;
  readonly text: string;
}

/** The beginnings that are tried until names are found: those of most names, and of many. */
const BEGINNINGS = ['a', 'c', 's', 'm', 'b', 't'];
/** Shorter words are poor examples of misspellings. */
const MIN_MISSPELT = 5;

/** Three finds, one ambiguity and one absence of the data that is loaded; fewer where it has none. Calls what costs credits. */
async function chosenExamples(visit: Visit): Promise<readonly Example[]> {
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
  const words = names.map(({ name }) => name.split(/[^\p{L}]+/u).find((word) => word.length >= MIN_MISSPELT));
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
