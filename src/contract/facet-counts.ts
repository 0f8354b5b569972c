import Type, { type TSchema } from 'typebox';
import type { Conforming } from './schema.js';

/** The most values listed for a facet. */
export const MAX_VALUES = 60;

export const ENTITY_FACET_NAMES = ['state', 'status', 'recordClass', 'type'] as const;
export type EntityFacetName = (typeof ENTITY_FACET_NAMES)[number];

export const FILING_FACET_NAMES = ['form', 'year', 'state', 'sic', 'yearForm'] as const;
/** The number of forms that have a separate count in each year. */
export const MAX_FORMS = 5;
export type FilingFacetName = (typeof FILING_FACET_NAMES)[number];

const FacetCountsSchema = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        value: Type.String({ description: 'As the parameter of the facet takes it.' }),
        count: Type.Integer({ minimum: 1, description: 'Matches that have the value; exact.' }),
      }),
      { description: `The ${MAX_VALUES} values of the most matches, most first; years the newest first.` },
    ),
    other: Type.Integer({
      minimum: 0,
      description: 'The sum of the counts of all values that are not listed.',
    }),
  },
  {
    title: 'FacetCounts',
    description:
      'How many matches have each value: matches of the whole request without the facet’s own parameter, so that the ' +
      'alternatives to a chosen value are counted, too. A match of several values counts for each; one without a value for none.',
  },
);
export type FacetCountsShown = Conforming<typeof FacetCountsSchema>;

const YearFormsSchema = Type.Object(
  {
    forms: Type.Array(Type.String(), {
      description: `The ${MAX_FORMS} forms of the most filings, most first.`,
    }),
    years: Type.Array(
      Type.Object({
        year: Type.String({ description: 'Year of filing.' }),
        count: Type.Integer({ minimum: 1, description: 'Filings of the year; exact.' }),
        forms: Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Filings of each of `forms`, in their order.',
        }),
        other: Type.Integer({
          minimum: 0,
          description: 'Filings of other forms, each counted once for each of its forms.',
        }),
      }),
      { description: 'The years that have filings, the newest first.' },
    ),
  },
  {
    title: 'YearForms',
    description:
      'How many filings of the result each year has, by form; under all that is asked, `year` and `forms` too.',
  },
);
export type YearForms = Conforming<typeof YearFormsSchema>;

/** The member `facets` of a search's `meta`. */
export function facetsMeta(names: readonly string[]): { readonly facets: TSchema } {
  const members = names.map(
    (name) => [name, Type.Optional(name === 'yearForm' ? YearFormsSchema : FacetCountsSchema)] as const,
  );
  return {
    facets: Type.Optional(
      Type.Object(Object.fromEntries(members), {
        description: 'Present if `facets` was sent: the counts of each facet that it names.',
      }),
    ),
  };
}
