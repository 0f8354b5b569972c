import Type, { type TSchema } from 'typebox';
import type { Conforming } from './schema.js';

/** Max. number of listed values per facet. */
export const MAX_VALUES = 60;

export const ENTITY_FACET_NAMES = ['state', 'status', 'recordClass', 'type'] as const;
export type EntityFacetName = (typeof ENTITY_FACET_NAMES)[number];

export const FILING_FACET_NAMES = ['form', 'year', 'state', 'sic', 'yearForm'] as const;
/** Number of forms with a separate count per year. */
export const MAX_FORMS = 5;
export type FilingFacetName = (typeof FILING_FACET_NAMES)[number];

const FacetCountsSchema = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        value: Type.String({ description: 'A value that the facet’s parameter accepts.' }),
        count: Type.Integer({ minimum: 1, description: 'Number of matches with this value; exact.' }),
      }),
      { description: `The ${MAX_VALUES} most frequent values, most frequent first; years newest first.` },
    ),
    other: Type.Integer({
      minimum: 0,
      description: 'Sum of the counts of all other values.',
    }),
  },
  {
    title: 'FacetCounts',
    description:
      'Number of matches per value. The facet’s own parameter is ignored, so that alternatives to a selected value are counted too. A match with several values counts for each; one without a value is not counted.',
  },
);
export type FacetCountsShown = Conforming<typeof FacetCountsSchema>;

const YearFormsSchema = Type.Object(
  {
    forms: Type.Array(Type.String(), {
      description: `The ${MAX_FORMS} most frequent forms, most frequent first.`,
    }),
    years: Type.Array(
      Type.Object({
        year: Type.String({ description: 'Year of filing.' }),
        count: Type.Integer({ minimum: 1, description: 'Filings in the year; exact.' }),
        forms: Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Filings of each form in `forms`, in the same order.',
        }),
        other: Type.Integer({
          minimum: 0,
          description: 'Filings of other forms; a filing with several such forms counts for each.',
        }),
      }),
      { description: 'Years with filings, newest first.' },
    ),
  },
  {
    title: 'YearForms',
    description: 'Filings per year and form; all parameters apply, including `year` and `forms`.',
  },
);
export type YearForms = Conforming<typeof YearFormsSchema>;

/** The `facets` field of a search's `meta`. */
export function facetsMeta(names: readonly string[]): { readonly facets: TSchema } {
  const members = names.map(
    (name) => [name, Type.Optional(name === 'yearForm' ? YearFormsSchema : FacetCountsSchema)] as const,
  );
  return {
    facets: Type.Optional(
      Type.Object(Object.fromEntries(members), {
        description: 'Present if `facets` was specified: the counts of each requested facet.',
      }),
    ),
  };
}
