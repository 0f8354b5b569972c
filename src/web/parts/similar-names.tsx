import type { SimilarName } from '../../contract/paging.js';

interface SimilarNamesProps {
  readonly suggestions: readonly SimilarName[];
  readonly pathOf: (id: string) => string;
}

/** Names near a text that no name matches. */
export function SimilarNames({ suggestions, pathOf }: SimilarNamesProps) {
  if (suggestions.length === 0) return null;
  return (
    <section>
      <h2>Similar names</h2>
      <ul>
        {suggestions.map(({ id, name, why }) => (
          <li>
            <a href={pathOf(id)}>{name}</a>
            <span class="quiet">{` ${why}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
