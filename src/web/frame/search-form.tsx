/** The one search field: a company, an officer, an agent, a number or an id. */
export function SearchForm({ query, id }: { readonly query: string; readonly id: string }) {
  return (
    <form class="find" role="search" action="/search" aria-label="Search">
      <div class="field">
        <label class="unseen" for={id}>
          Company, officer, agent, number or id
        </label>
        <input
          id={id}
          type="search"
          name="q"
          value={query}
          placeholder="Company, officer, number, id"
          maxLength={500}
          data-suggest="/suggest"
        />
      </div>
      <button>Search</button>
    </form>
  );
}
