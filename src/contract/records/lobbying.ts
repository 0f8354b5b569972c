import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));
const amount = (description: string) => Nullable(Type.Number({ description }));
const number = (description: string) => Nullable(Type.Integer({ description }));

const entity = (party: string) =>
  text(
    `Id of the entity that is linked to the ${party}, as in /entity/{id}; null if none is.`,
    'CO:20201000000',
  );

/** Every key is always there, null when not held. */
export const LobbyingSchema = Type.Object(
  {
    filingId: Type.String({ description: 'Number of the filing at the Senate, a UUID.' }),
    filingDate: Nullable(CalendarDate('Posted, US Eastern time.')),
    filingType: text('As published: `Q1` a report, `1A` its amendment, `RR` a registration.', 'Q1'),
    filingYear: number('Year that the filing covers.'),
    filingPeriod: text('Part of the year, as published.', 'first_quarter'),
    filingTypeDisplay: text('The type in the Senate’s words.', '1st Quarter - Report'),
    filingPeriodDisplay: text('The period in the Senate’s words.', '1st Quarter (Jan 1 - Mar 31)'),
    registrant: Type.Object(
      {
        name: Type.String({ description: 'Name as published.' }),
        id: number('Number at the Senate.'),
        entityId: entity('registrant'),
      },
      { title: 'LobbyingRegistrant', description: 'The firm or person that lobbies.' },
    ),
    client: Type.Object(
      {
        name: Type.String({ description: 'Name as published.' }),
        id: number('Number at the Senate; another for each registrant.'),
        generalDescription: text('The client’s business, in the registrant’s words.'),
        entityId: entity('client'),
      },
      { title: 'LobbyingClient', description: 'For whom.' },
    ),
    income: amount('US dollars; of an outside firm.'),
    expenses: amount('US dollars; of who lobbies for itself.'),
    lobbyingActivities: Type.Array(
      Type.Object(
        {
          issueCode: text('Code of the issue.', 'TAX'),
          issueDescription: text('The issue.', 'Taxation/Internal Revenue Code'),
          description: text('The aim of the lobbying.'),
        },
        { title: 'LobbyingActivity' },
      ),
      { description: 'One for each issue.' },
    ),
    documentUrl: text('The filing’s page at the Senate.'),
    entityId: entity('client'),
  },
  {
    title: 'LobbyingFiling',
    description: 'One lobbying report or registration; an amended one stands once, as amended last.',
  },
);
export type LobbyingItem = Conforming<typeof LobbyingSchema>;
