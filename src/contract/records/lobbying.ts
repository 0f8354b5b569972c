import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));
const amount = (description: string) => Nullable(Type.Number({ description }));
const number = (description: string) => Nullable(Type.Integer({ description }));

const entity = (party: string) =>
  text(`Id of the entity linked to the ${party}, as in /entity/{id}; null if none.`, 'CO:20201000000');

/** All keys are always present; null if the value is missing. */
export const LobbyingSchema = Type.Object(
  {
    filingId: Type.String({ description: 'Filing number of the Senate, a UUID.' }),
    filingDate: Nullable(CalendarDate('When it was posted; US Eastern time.')),
    filingType: text('As published: `Q1` a report, `1A` its amendment, `RR` a registration.', 'Q1'),
    filingYear: number('Year covered by the filing.'),
    filingPeriod: text('Part of the year, as published.', 'first_quarter'),
    filingTypeDisplay: text('Type, as published.', '1st Quarter - Report'),
    filingPeriodDisplay: text('Period, as published.', '1st Quarter (Jan 1 - Mar 31)'),
    registrant: Type.Object(
      {
        name: Type.String({ description: 'Name as published.' }),
        id: number('Number at the Senate.'),
        entityId: entity('registrant'),
      },
      { title: 'LobbyingRegistrant', description: 'The lobbying firm or person.' },
    ),
    client: Type.Object(
      {
        name: Type.String({ description: 'Name as published.' }),
        id: number('Number at the Senate; each registrant has a different one.'),
        generalDescription: text('Business of the client, as stated by the registrant.'),
        entityId: entity('client'),
      },
      { title: 'LobbyingClient', description: 'For whom.' },
    ),
    income: amount('US dollars; for outside firms.'),
    expenses: amount('US dollars; for organizations that lobby for themselves.'),
    lobbyingActivities: Type.Array(
      Type.Object(
        {
          issueCode: text('Issue code.', 'TAX'),
          issueDescription: text('The issue.', 'Taxation/Internal Revenue Code'),
          description: text('Specific lobbying issues.'),
        },
        { title: 'LobbyingActivity' },
      ),
      { description: 'One for each issue.' },
    ),
    documentUrl: text('Filing page at the Senate.'),
    entityId: entity('client'),
  },
  {
    title: 'LobbyingFiling',
    description: 'One lobbying report or registration, as last amended.',
  },
);
export type LobbyingItem = Conforming<typeof LobbyingSchema>;
