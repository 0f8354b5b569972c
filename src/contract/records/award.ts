import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** All keys are always present; null if the value is missing. */
export const ContractSchema = Type.Object(
  {
    awardId: Type.String({ description: 'Award number (PIID); not unique across agencies.' }),
    recipientName: Type.String({ description: 'Current name of the recipient.', examples: ['LEIDOS, INC.'] }),
    amount: Nullable(Type.Number({ description: 'Total obligation in US dollars; may be negative.' })),
    awardingAgency: text('Awarding agency.', 'Department of Defense'),
    awardingSubAgency: text('The awarding sub-agency.', 'Department of the Army'),
    startDate: Nullable(CalendarDate('Start of performance.')),
    endDate: Nullable(CalendarDate('Current end of performance; may precede the start, as published.')),
    awardType: text('As published.', 'DELIVERY ORDER'),
    description: text('Description by the agency.'),
    naicsCode: text('Industry code.', '541512'),
    naicsDescription: text('Industry.', 'COMPUTER SYSTEMS DESIGN SERVICES'),
    pscCode: text('Product or service code.', 'R499'),
    uniqueAwardKey: text(
      'Award key at USAspending; unique across agencies.',
      'CONT_AWD_0001_9700_W31P4Q_9700',
    ),
    parentAwardId: text('Number of the parent contract.', 'W31P4Q05A0031'),
    recipientUei: text('Current UEI of the recipient.', 'UE9QJD4KK1L6'),
    entityId: text(
      'Id of the entity linked to the recipient, as in /entity/{id}; null if none.',
      'CO:20201000000',
    ),
    url: text(
      'Award page at USAspending.',
      'https://www.usaspending.gov/award/CONT_AWD_0001_9700_W31P4Q_9700',
    ),
  },
  { title: 'Contract', description: 'One federal contract or order, regardless of its number of actions.' },
);
export type ContractItem = Conforming<typeof ContractSchema>;
