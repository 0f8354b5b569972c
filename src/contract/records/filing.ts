import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** Every key is always present; null if there is no value. */
export const FilingSchema = Type.Object(
  {
    accessionNumber: Type.String({ description: 'Filing identifier.', examples: ['0001318605-26-000005'] }),
    formType: Type.String({ description: 'Form type, as filed by this filer.', examples: ['10-K'] }),
    fileDate: CalendarDate('Filing date.'),
    periodEnding: Nullable(
      CalendarDate('End of the reporting period; for proxy statements the meeting date.'),
    ),
    filer: Type.String({
      description: 'Name, tickers if any, and CIK, separated by two spaces.',
      examples: ['Tesla, Inc.  (TSLA)  (CIK 0001318605)'],
    }),
    cik: Type.String({ description: 'CIK, 10 digits.', examples: ['0001318605'] }),
    sicCode: text('Industry classification (SIC) code, 4 digits; current.', '3711'),
    description: text('Description of the main document by the filer; null if there is none.', '10-K'),
    businessLocation: text('City and state or country code; current.', 'Austin, TX'),
    businessState: text('State or country code of the business address; current.', 'TX'),
    incorporationState: text('State or country code of incorporation; current.', 'TX'),
    filingUrl: Type.String({ description: 'Filing page at the SEC.' }),
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
    description: 'One SEC filing (accession number), with the filer that matched.',
  },
);
export type FilingItem = Conforming<typeof FilingSchema>;
