import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';

const time = (description: string) => Type.String({ description: `${description}; ISO 8601, UTC.` });

export const LoadSchema = Type.Object(
  {
    sourceId: Type.String({ description: 'The source.' }),
    title: Type.String({ description: 'Its title.' }),
    dueAt: time('When the next load is due; a time in the past means now'),
    loaded: Type.Boolean({ description: 'Whether the source was ever loaded successfully.' }),
    state: OneOf(
      ['idle', 'fetching', 'reading', 'applying'],
      '`fetching`: downloading from the publisher; `reading`: nothing is changed yet; `applying`: writing the changes.',
    ),
    startedHere: Type.Boolean({
      description: 'Whether this service started the running load and can stop it.',
    }),
    startedAt: Nullable(time('When the running load was started by this service')),
    failure: Nullable(
      Type.String({ description: 'Why the last load started by this service failed, in one sentence.' }),
    ),
  },
  { title: 'Load', description: 'A source that can be downloaded from its publisher, and its load.' },
);
export type LoadItem = Conforming<typeof LoadSchema>;

export const StartLoadBody = Type.Object(
  { sourceId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the source to load.' }) },
  { additionalProperties: false },
);

export const FindingSchema = Type.Object(
  {
    subject: Type.String({ description: 'What was checked.', examples: ['index'] }),
    ok: Type.Boolean({ description: '`false` if there is a problem.' }),
    what: Type.String({ description: 'One sentence.' }),
    cure: Nullable(Type.String({ description: 'How to fix it; null if there is no problem.' })),
  },
  { title: 'Finding', description: 'One finding of `dossier doctor`.' },
);
export type FindingItem = Conforming<typeof FindingSchema>;
