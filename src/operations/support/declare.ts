import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../../contract/errors.js';
import type { OperationId, Scope } from '../../contract/vocabulary.js';
import type { PriceItem } from '../../store/store.js';

/**
 * An operation of the HTTP contract. The mount does everything around `run`: authenticate, scope, limit, validate,
 * parse, price, check the balance, run, charge durably, serialise, headers.
 */
export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Request = unknown,
> {
  readonly id: OperationId;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Status of a successful response. Default: 200. */
  readonly status?: 201 | 202;
  /** With parameters as the router has them: `/api/v1/entity/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** null: no key needed and free. */
  readonly scope: Scope | null;
  /** Needs a key and costs nothing: no price, no charge. */
  readonly free?: true;
  /** Requests a minute of one key, counted separately from those of its account. */
  readonly ownLimit?: number;
  /** A request the bundled sample answers; the documents show it with its answer. */
  readonly example?: ExampleRequest;
  /** The answer as a table too: for `format=csv`, and for clients whose `Accept` prefers `text/csv`. */
  readonly csv?: CsvForm;
  /** The answer as lines of JSON too, for clients whose `Accept` prefers `application/x-ndjson`; says what a line is. */
  readonly lines?: string;
  readonly params: Params;
  /** Strings as they arrive; a repeated parameter arrives as an array where its schema allows one. */
  readonly query: Query;
  /** The JSON body of a POST or PATCH. */
  readonly body?: TSchema;
  /** Maximum size of the body; default: 64 KiB. */
  readonly maxBodyBytes?: number;
  readonly data: TSchema;
  /** The operation's own meta; `creditsUsed`, `requestId` and `ignoredParameters` are added by the mount. */
  readonly meta: TObject;
  /** Its answers may carry `lastModified`. */
  readonly dated?: true;
  /** Codes of this operation in addition to those of all operations. */
  readonly errors?: readonly ErrorCode[];
  /** Input that passed the schemas -> what is asked. Pure; throws `invalidParams(...)` with every fault at once. */
  readonly parse: (input: Input<Params, Query>) => Request;
  /** Values that a known parameter does not know and that are no fault, as `name=value`; they are named in the answer. */
  readonly ignoredValues?: (query: Static<Query>) => readonly string[];
  /** The rule of a price that is only known when the work is done; `price` is what this call costs. Shown by a dry run. */
  readonly priceRule?: string;
  /** `run` charges the price, throws the 402, and returns what it charged as `paid`. */
  readonly chargesItself?: true;
  /** Its answer is a file of one of these types, in place of JSON; a client may ask for a range of it. */
  readonly file?: { readonly types: readonly [string, ...string[]]; readonly description: string };
  /** Pure. Called before anything is looked up. */
  readonly price: (request: Request) => readonly PriceItem[];
  /** Throws `ApiError`. Not called before the price is known to be covered. */
  readonly run: (request: Request, context: RequestContext) => Promise<Answer>;
}

export interface Input<Params extends TObject, Query extends TObject> {
  readonly params: Static<Params>;
  readonly query: Static<Query>;
  /** The body of a POST or PATCH that passed its schema. */
  readonly body?: unknown;
}

export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface CsvForm {
  /** Which columns there are. */
  readonly description: string;
  /** RFC 4180 text of `data.value`. */
  readonly write: (value: unknown) => string;
}

export interface RequestContext {
  readonly requestId: string;
  readonly accountId: string | null;
  /** The key that asks. */
  readonly keyId: string | null;
  /** See `Caller.person`. */
  readonly person?: string | undefined;
  /** When the request came; milliseconds since 1970. */
  readonly at: number;
  /** For a change under an Idempotency-Key. */
  readonly once?: Once;
}

export interface Once {
  readonly key: string;
  /** Digest of what is asked. */
  readonly request: string;
  /** Returns the same bytes for each repetition. Nobody without the caller's API key can compute them. */
  readonly random: (size: number) => Uint8Array;
}

export interface Answer {
  /** `data` of the envelope, as JSON text that already conforms to the schema, or a value the schema serialises. */
  readonly data: JsonText | JsonLines | { readonly value: unknown } | { readonly file: ServedFile };
  /** A member may be `JsonText`; it goes out as it is. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** When what is answered last changed; milliseconds since 1970. */
  readonly lastModified?: number;
  /** The charge if that is not the quote: one list for each part of the request. Never more than the quote. */
  readonly charged?: readonly (readonly PriceItem[])[];
  /** Credits that an operation charged itself, and the balance after them. */
  readonly paid?: { readonly credits: number; readonly remaining?: number };
  /** Price items (tokens) that failed at request time and are not charged. */
  readonly unavailable?: readonly PriceItem['item'][];
  /** Stores what was paid for: called when the charge is durable, before the response is sent. If it rejects, the charge is refunded. */
  readonly commit?: () => Promise<void>;
  /** Set if the answer may be given again: the first who writes it leaves its text here. */
  readonly kept?: KeptText;
}

/** An answer as it is sent, up to what differs from request to request. */
interface KeptText {
  serialized?: { readonly text: string; readonly bytes: number; readonly tag: string };
}

/** A file that does not change while it is there. */
export interface ServedFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  /** A name under which a client may keep it. */
  readonly name: string;
  /** SHA-256, hexadecimal: its strong ETag. */
  readonly sha256: string;
}

/** JSON text that goes out as it is. */
export interface JsonText {
  readonly json: string;
}

/** A list, each item as JSON text. */
export interface JsonLines {
  readonly lines: readonly string[];
}

export function defineOperation<Params extends TObject, Query extends TObject, Request>(
  operation: Operation<Params, Query, Request>,
): Operation {
  return operation as unknown as Operation;
}

/** Whether `dry_run=true` only checks the request: where it would cost something, or change something. */
export function takesDryRun({ scope, free, method }: Pick<Operation, 'scope' | 'free' | 'method'>): boolean {
  return scope !== null && (free !== true || method !== 'GET');
}
