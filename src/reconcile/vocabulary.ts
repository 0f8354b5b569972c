import { ORGANIZATION } from '../contract/reconcile.js';
import { COLUMNS, QUERY_PROPERTIES } from '../operations/reconcile/index.js';

interface Word {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export const TYPES: readonly Word[] = [
  { ...ORGANIZATION, description: 'A company or another organization; never a named individual.' },
];

/** Properties that tell companies apart, and columns that a list can be extended with. */
export const PROPERTIES: readonly Word[] = [
  ...QUERY_PROPERTIES,
  ...COLUMNS.filter(({ id }) => QUERY_PROPERTIES.every((one) => one.id !== id)).map(
    ({ id, name, token }) => ({
      id,
      name,
      description: `A column to extend a list with.${token ? ` Needs ${token}, 1 credit a row.` : ''}`,
    }),
  ),
];

/** Those whose id is the text, or whose id, name or a word of it begins with it. */
export function suggestedWords(words: readonly Word[], prefix: string, skipped: number): readonly Word[] {
  const text = prefix.trim().toLowerCase();
  const begins = ({ id, name }: Word) =>
    [id, name, ...name.split(/[\s:]+/)].some((word) => word.toLowerCase().startsWith(text));
  return words.filter(begins).slice(skipped);
}

/** Columns for a data extension, those that cost no token first. */
export function proposedProperties(type: string, limit: number | undefined) {
  const properties = COLUMNS.map(({ id, name }) => ({ id, name }));
  return {
    ...(type !== '' && { type }),
    ...(limit !== undefined && { limit }),
    properties: properties.slice(0, limit),
  };
}
