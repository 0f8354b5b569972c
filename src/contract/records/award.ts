import Type from 'typebox';
import { type Conforming, Nullable } from '../schema.js';
import { CalendarDate } from './calendar-date.js';

const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** Every key is always there, null when not held. */
export const ContractSchema = Type.Object(
  {
    awardId: Type.String({ description: 'The award’s number (PIID); not unique across agencies.' }),
    recipientName: Type.String({ description: 'The recipient’s name of today.', examples: ['LEIDOS, INC.'] }),
    amount: Nullable(Type.Number({ description: 'Total obligation in US dollars; may be negative.' })),
    awardingAgency: text('Awarding agency.', 'Department of Defense'),
    awardingSubAgency: text('Its part that awarded.', 'Department of the Army'),
    startDate: Nullable(CalendarDate('Start of performance.')),
    endDate: Nullable(CalendarDate('Current end of performance; some lie before the start, as published.')),
    awardType: text('As published.', 'DELIVERY ORDER'),
    description: text('The order in the agency’s words.'),
    naicsCode: text('Industry code.', '541512'),
    naicsDescription: text('Industry.', 'COMPUTER SYSTEMS DESIGN SERVICES'),
    pscCode: text('Product or service code.', 'R499'),
    uniqueAwardKey: text(
      'The award’s key at USAspending, unique over all agencies.',
      'CONT_AWD_0001_9700_W31P4Q_9700',
    ),
    parentAwardId: text('The number of the contract under which it was ordered.', 'W31P4Q05A0031'),
    recipientUei: text('The recipient’s UEI of today.', 'UE9QJD4KK1L6'),
    entityId: text(
      'Id of the entity that is linked to the recipient, as in /entity/{id}; null if none is.',
      'CO:20201000000',
    ),
    url: text(
      'The award’s page at USAspending.',
      'https://www.usaspending.gov/award/CONT_AWD_0001_9700_W31P4Q_9700',
    ),
  },
  { title: 'Contract', description: 'One federal contract or order, however many actions it has.' },
);
export type ContractItem = Conforming<typeof ContractSchema>;
