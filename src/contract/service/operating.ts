import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';

const time = (description: string) => Type.String({ description: `${description}; ISO 8601, UTC.` });

export const LoadSchema = Type.Object(
  {
    sourceId: Type.String({ description: 'The source.' }),
    title: Type.String({ description: 'Its title.' }),
    dueAt: time('When it is due; a time that has passed is now'),
    loaded: Type.Boolean({ description: 'Whether a load has ended well here.' }),
    state: OneOf(
      ['idle', 'fetching', 'reading', 'applying'],
      '`fetching`: the files come from the publisher; `reading`: nothing is changed yet; `applying`: it is being written.',
    ),
    startedHere: Type.Boolean({
      description: 'Whether this service started the load that runs, so that it can be stopped here.',
    }),
    startedAt: Nullable(time('When the load that runs was started here')),
    failure: Nullable(
      Type.String({ description: 'Why the last load that was started here failed, in a sentence.' }),
    ),
  },
  { title: 'Load', description: 'A source that can be fetched from its publisher, and its load.' },
);
export type LoadItem = Conforming<typeof LoadSchema>;

export const StartLoadBody = Type.Object(
  { sourceId: Type.String({ minLength: 1, maxLength: 100, description: 'The source to load.' }) },
  { additionalProperties: false },
);

export const FindingSchema = Type.Object(
  {
    subject: Type.String({ description: 'The thing that was looked at.', examples: ['index'] }),
    ok: Type.Boolean({ description: 'False: something is wrong.' }),
    what: Type.String({ description: 'One sentence.' }),
    cure: Nullable(Type.String({ description: 'How to mend it; null if nothing is wrong.' })),
  },
  { title: 'Finding', description: 'One finding of `dossier doctor`.' },
);
export type FindingItem = Conforming<typeof FindingSchema>;
