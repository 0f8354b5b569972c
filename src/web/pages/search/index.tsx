import { counted } from '../../parts/numbers.js';
import { definePage } from '../../site/page.js';

/** Records by a name, an agent, an officer or a number. */
export const searchPage = definePage({
  path: '/search',
  name: 'search',
  nav: 'Search',
  access: 'reader',
  show: async (visit) => {
    const q = visit.facts.query.get('q')?.trim() ?? '';
    if (q === '') return { title: 'Search', body: <h1>Search</h1> };
    const { data, meta } = await visit.call('searchEntities', { query: { q } });
    const found = counted(meta.totalCount ?? data.length, 'record');
    return {
      title: `${q}: ${found}`,
      search: q,
      body: (
        <>
          <h1>{`${found} for “${q}”`}</h1>
          <ol class="results">
            {data.map(({ id, name, principalAddress }) => (
              <li>
                <h2>
                  <a href={`/entity/${encodeURIComponent(id)}`}>{name}</a>
                </h2>
                <p>{principalAddress}</p>
              </li>
            ))}
          </ol>
        </>
      ),
    };
  },
});
