/** The one search field: a company, a person, an address, a number or an id. */
export function SearchForm({ query, id }: { readonly query: string; readonly id: string }) {
  return (
    <form class="find" role="search" action="/search" aria-label="Search">
      <div class="field">
        <label class="unseen" for={id}>
          Company, person, address, number or id
        </label>
        <input
          id={id}
          type="search"
          name="q"
          value={query}
          placeholder="Company, person, address, number, id"
          maxLength={500}
          data-suggest="/suggest"
        />
      </div>
      <button>Search</button>
    </form>
  );
}
