/** By name: strings as they arrived, or lists of strings. */
export type Values = Record<PropertyKey, unknown>;

/** `csv` is a table, `lines` a line of JSON for each item. */
export type AnswerForm = 'json' | 'csv' | 'lines';

/** The parameters of a call, on any transport. */
export interface Parameters {
  /** Parameters of the path, decoded. */
  readonly params: Values;
  readonly query: Values;
  /** The parsed JSON of a change. */
  readonly body?: unknown;
  /** The form of the answer, of operations that have several; JSON by default. */
  readonly form?: AnswerForm;
  /** The price alone, without an answer: nothing is looked up. */
  readonly quoteOnly?: boolean;
  /** Unchecked. */
  readonly idempotencyKey?: unknown;
  /** Known to the caller alone: a repeated change makes the same new keys of it. */
  readonly secret?: string;
}

/** A transport reads what it was sent only once the caller is admitted. */
export type ReadParameters = () => Parameters | Promise<Parameters>;
