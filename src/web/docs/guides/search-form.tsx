/** The search of the documents; it needs no script. */
export function SearchDocs({ query, id }: { readonly query: string; readonly id: string }) {
  return (
    <form class="find-docs" role="search" action="/docs/search" aria-label="Search the docs">
      <label class="unseen" for={id}>
        Words in the docs
      </label>
      <input id={id} type="search" name="q" value={query} placeholder="Search the docs" maxLength={200} />
      <button>Search docs</button>
    </form>
  );
}
