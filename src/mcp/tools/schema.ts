import { MATCH_OUTCOMES, type MatchOutcome } from '../../contract/vocabulary.js';

/** The structured content of all tools. Errors have none: they are text, marked `isError`. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    outcome: {
      type: 'string',
      enum: MATCH_OUTCOMES,
      description: 'If `possible` or `ambiguous`, ask the user which candidate is meant, if any.',
    },
    notice: { type: 'string', description: 'How to treat texts in this result.' },
    data: { description: 'A record or a list of records, as in the HTTP API.' },
    candidates: { type: 'array', description: 'Records that may be the company, with their evidence.' },
    absent: { type: 'object', description: 'The reason for each missing field.' },
    cut: {
      type: 'array',
      description: 'Truncated lists and texts, and how to get the rest.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          shown: { type: 'integer' },
          of: { type: 'integer' },
          rest: { type: 'string' },
        },
        required: ['path', 'shown', 'of', 'rest'],
      },
    },
    next: {
      type: 'object',
      description: 'The call for what follows.',
      properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
      required: ['tool', 'arguments'],
    },
    meta: {
      type: 'object',
      properties: {
        creditsUsed: { type: 'integer' },
        creditsRemaining: { type: ['integer', 'null'] },
        asOf: {
          type: ['string', 'null'],
          description:
            'When the record last changed in this service; null for lists, whose dates are in list_sources.',
        },
        sources: { type: 'array', items: { type: 'string' } },
        requestId: { type: 'string' },
      },
      required: ['creditsUsed', 'creditsRemaining', 'asOf', 'sources', 'requestId'],
    },
  },
  required: ['outcome', 'notice', 'data', 'meta'],
} as const;

export interface CutNote {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
  readonly rest: string;
}

/** One call of a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The structured content of a result. */
export interface ToolAnswer {
  readonly outcome: MatchOutcome;
  readonly notice: string;
  data: unknown;
  readonly candidates?: unknown[];
  readonly absent?: unknown;
  cut?: CutNote[];
  next?: ToolCall;
  readonly meta: Readonly<Record<string, unknown>>;
}
