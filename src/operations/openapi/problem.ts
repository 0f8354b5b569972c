import { ERRORS, type ErrorCode, ParameterFaultSchema } from '../../contract/errors.js';

type Json = Readonly<Record<string, unknown>>;

const text = (description: string) => ({ type: 'string', description });
const integer = (description: string) => ({ type: 'integer', description });

/** RFC 9457, as `http/errors.ts` writes it. */
export const PROBLEM_SCHEMA: Json = {
  title: 'Problem',
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'requestId', 'error'],
  properties: {
    type: text('Documentation of the error: `/docs/errors/<code>`.'),
    title: text('Title of the error, the same for every occurrence.'),
    status: integer('HTTP status.'),
    detail: text('What is wrong with this request.'),
    instance: text('Path of the request.'),
    requestId: text('Also in the X-Request-Id header.'),
    error: {
      title: 'ProblemError',
      type: 'object',
      description: 'Short form of the error.',
      required: ['code', 'message'],
      properties: {
        code: { title: 'ErrorCode', ...text('Stable error code.'), enum: Object.keys(ERRORS) },
        message: text('The same as `detail`.'),
      },
    },
    errors: {
      type: 'array',
      description: 'Each invalid parameter.',
      items: ParameterFaultSchema,
    },
    required: integer('402: the price of the request.'),
    available: integer('402: the balance.'),
    oldestCursor: text('410: the cursor of the oldest retained event.'),
    export: text('410: where to create an export.'),
    resetsAt: text('402: when monthly credits renew; ISO 8601, UTC.'),
  },
};

/** A body as a client would get it. */
export function exampleProblem(code: ErrorCode, instance: string): Json {
  const { status, title, example } = ERRORS[code];
  return {
    type: `/docs/errors/${code}`,
    title,
    status,
    detail: example,
    instance,
    requestId: '7705ccdd87c4-1',
    error: { code, message: example },
    ...(code === 'invalid_params' && { errors: [faultOf(example)] }),
    ...(code === 'cursor_expired' && { oldestCursor: '8c1f0d2e9a7b-2s', export: '/api/v1/exports' }),
    ...(code === 'insufficient_credits' && {
      required: 7,
      available: 3,
      resetsAt: '2026-12-01T09:00:00.000Z',
    }),
  };
}

function faultOf(detail: string): Json {
  const [parameter, message] = detail.split(': ');
  return { parameter, message };
}
