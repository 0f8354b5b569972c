import { SearchForm } from '../frame/search-form.js';
import { counted } from '../parts/numbers.js';
import { definePage } from '../site/page.js';

/** The first thing that anyone sees: the search, examples, and what is loaded. */
export const homePage = definePage({
  path: '/',
  name: 'home',
  access: 'anyone',
  show: async (visit) => {
    const { data } = await visit.call('listSources');
    const loaded = data.filter((source) => source.loaded);
    return {
      title: 'US businesses and SEC filings',
      search: null,
      body: (
        <>
          <h1>US businesses and SEC filings</h1>
          <SearchForm query="" id="find" />
          <p>{counted(loaded.length, 'source')} loaded.</p>
        </>
      ),
    };
  },
});
