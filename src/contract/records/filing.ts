import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** Every key is always present; null if there is no value. */
export const FilingSchema = Type.Object(
  {
    accessionNumber: Type.String({ description: 'Filing identifier.', examples: ['0001318605-26-000005'] }),
    formType: Type.String({ description: 'Form type as filed by the shown filer.', examples: ['10-K'] }),
    fileDate: CalendarDate('Filing date.'),
    periodEnding: Nullable(CalendarDate('Reporting period end; for proxy statements the meeting date.')),
    filer: Type.String({
      description: 'Name, tickers if there are any, and filer key, two blanks between them.',
      examples: ['Tesla, Inc.  (TSLA)  (CIK 0001318605)'],
    }),
    cik: Type.String({ description: 'Filer key, 10 digits.', examples: ['0001318605'] }),
    sicCode: text('Industry classification code, 4 digits; the filer’s current one.', '3711'),
    description: text(
      'Description of the main document as the filer wrote it; null when it wrote none.',
      '10-K',
    ),
    businessLocation: text('City and state or country code; the filer’s current ones.', 'Austin, TX'),
    businessState: text('State or country code of the business address; the current one.', 'TX'),
    incorporationState: text('State or country code of incorporation; the current one.', 'TX'),
    filingUrl: Type.String({ description: 'The filing’s page at the SEC.' }),
    formTitle: text('What the form is; null for a form type without a title here.', 'Annual report'),
    sicTitle: text('The SEC’s title of `sicCode`.', 'MOTOR VEHICLES & PASSENGER CAR BODIES'),
    items: Type.Array(Type.String(), {
      description: 'Items of an 8-K, as filed; empty for other forms and if no loaded source lists them.',
      examples: [['5.02', '9.01']],
    }),
    itemTitles: Type.Array(Type.String(), {
      description: 'The SEC’s title of each of `items`; the number itself if it is not on the SEC’s list.',
      examples: [['Other Events', 'Financial Statements and Exhibits']],
    }),
  },
  {
    title: 'Filing',
    description: 'One SEC filing (one accession number), shown with the filer that was asked for.',
  },
);
export type FilingItem = Conforming<typeof FilingSchema>;
