import { MATCH_OUTCOMES, type MatchOutcome } from '../../contract/vocabulary.js';

/** The structured content of all tools. Refusals have none: they are text, marked `isError`. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    outcome: {
      type: 'string',
      enum: MATCH_OUTCOMES,
      description: 'If `possible` or `ambiguous`, ask the user which candidate is meant, if any.',
    },
    notice: { type: 'string', description: 'How the texts of this answer are to be taken.' },
    data: { description: 'A record, or a list of records; as in the HTTP API.' },
    candidates: { type: 'array', description: 'Records that may be the company, with their evidence.' },
    absent: { type: 'object', description: 'Fields that are missing, each with its reason.' },
    cut: {
      type: 'array',
      description: 'Lists and texts of which this answer holds a part, and how to get the rest.',
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
      description: 'The call that brings what follows.',
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
            'When the record last changed here; null for lists, of which list_sources tells dates.',
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

/** The structured content of an answer. */
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
