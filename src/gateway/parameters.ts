/** By name: strings, or lists of strings if repeated. */
export type Values = Record<PropertyKey, unknown>;

/** `csv` is a table, `lines` one line of JSON per item. */
export type AnswerForm = 'json' | 'csv' | 'lines';

/** The parameters of a call, on any transport. */
export interface Parameters {
  /** Parameters of the path, decoded. */
  readonly params: Values;
  readonly query: Values;
  /** The parsed JSON body. */
  readonly body?: unknown;
  /** The response format, for operations with several; default: JSON. */
  readonly form?: AnswerForm;
  /** Price only: no data is read. */
  readonly quoteOnly?: boolean;
  /** Unchecked. */
  readonly idempotencyKey?: unknown;
  /** Only known to the caller: a repeated change derives the same new keys from it. */
  readonly secret?: string;
}

/** The body is read only after the caller is admitted. */
export type ReadParameters = () => Parameters | Promise<Parameters>;
