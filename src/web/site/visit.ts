import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../contract/errors.js';
import type { OperationId } from '../../contract/vocabulary.js';
import type { Caller } from '../../gateway/caller.js';
import type { CompiledOperation } from '../../gateway/compile.js';
import type { Gateway } from '../../gateway/gateway.js';
import { newReceipt } from '../../gateway/receipt.js';
import type { HttpExchange } from '../../http/http-exchange.js';
import type { MatchLists } from '../../store/store.js';
import type { AnswerOf } from './answers.js';
import type { SignedIn } from './sign-ins.js';

/** The operations of the service as pages call them. */
export interface Calls {
  readonly gateway: Gateway;
  readonly operations: ReadonlyMap<OperationId, CompiledOperation>;
  /** Changes when other data is served. */
  readonly dataVersion: () => string;
  readonly matchLists: MatchLists;
}

interface OperationCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** Marks a change: sent again with the same words, it gives its first result, also a secret. */
  readonly once?: string;
}

/** Somebody looks at a page. */
interface VisitFacts {
  /** HTTP's own; signing in and out needs it. */
  readonly exchange: HttpExchange;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly address: string;
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query. */
  readonly here: string;
  /** Who is signed in. */
  readonly caller: Caller | undefined;
  readonly signedIn: SignedIn | undefined;
  /** Whether operations that read are free and ask for no key. */
  readonly isOpen: boolean;
  readonly isSample: boolean;
}

/** The same call waits for its twin of another tab, each time twice as long: about ten seconds in all, for each try is a request. */
const TWIN_WAITS = 8;
const TWIN_WAIT_MS = 40;

/** One visit: the caller's operations, and what they cost. */
export class Visit {
  /** Credits that this visit took. */
  used = 0;
  /** Whether a part of it was paid for before, under the rule of the same page of the same data. */
  replayed = false;
  /** `undefined` if no user is signed in or no metered call was made. */
  remaining: number | undefined = undefined;

  constructor(
    readonly facts: VisitFacts,
    private readonly calls: Calls,
  ) {}

  /** Id of the account that is signed in; empty if there is none. */
  get owner(): string {
    return this.facts.caller?.account.id ?? '';
  }

  get matchLists(): MatchLists {
    return this.calls.matchLists;
  }

  /** Whether its pages are paid for. */
  get isMetered(): boolean {
    return !this.facts.isOpen;
  }

  /** The answer of the API to this reader. Throws `ApiError`. */
  async call<Id extends OperationId>(id: Id, request: OperationCall = {}): Promise<AnswerOf<Id>> {
    const compiled = this.calls.operations.get(id);
    if (!compiled) throw new Error(`There is no operation ${id}.`);
    for (let tries = 0; ; tries++) {
      try {
        return JSON.parse(await this.#run(compiled, request)) as AnswerOf<Id>;
      } catch (error) {
        const isTwin = error instanceof ApiError && error.code === 'idempotency_in_flight';
        if (!isTwin || tries === TWIN_WAITS) throw error;
        await wait(TWIN_WAIT_MS * 2 ** tries);
      }
    }
  }

  /** The answer, or undefined where the error has this code. */
  async callUnless<Id extends OperationId>(
    code: ApiError['code'],
    id: Id,
    request: OperationCall = {},
  ): Promise<AnswerOf<Id> | undefined> {
    return this.call(id, request).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === code) return undefined;
      throw error;
    });
  }

  async #run(
    compiled: CompiledOperation,
    { params = {}, query = {}, body, once }: OperationCall,
  ): Promise<string> {
    const { gateway, dataVersion } = this.calls;
    const { caller, signedIn, isOpen, requestId, at } = this.facts;
    const { scope, method, id } = compiled.operation;
    const receipt = { ...newReceipt(requestId, at), caller };
    const parameters = { params: { ...params }, query: { ...query }, body };
    const isFree = isOpen && scope === 'read' && method === 'GET';
    const asCaller = () => {
      const idempotencyKey = method === 'GET' ? pageKey(id, parameters, dataVersion()) : formKey(once, body);
      // A secret that is created under the key is derived from this one too, so nobody else can derive it.
      const secret = signedIn?.secret;
      return gateway.call(
        compiled,
        { ...parameters, idempotencyKey, ...(secret && { secret }) },
        caller ?? null,
        receipt,
      );
    };
    try {
      const outcome = await (isFree ? gateway.callUnmetered(compiled, parameters, receipt) : asCaller());
      if (outcome.kind !== 'answer') throw new Error(`${id} returned to a page: ${outcome.kind}.`);
      return outcome.body;
    } finally {
      this.used += receipt.cost;
      this.replayed ||= receipt.replayed;
      this.remaining = receipt.remaining ?? this.remaining;
    }
  }
}

/** A form that is sent again without a change, as by a reload, is the same; one with other words is another. */
function formKey(once: string | undefined, body: unknown): string | undefined {
  if (once === undefined) return undefined;
  return `form-${hash('sha256', JSON.stringify([once, body]), 'base64url')}`;
}

/** The same page of the same data is paid for once in 24 hours: the key of the idempotency rule is made of both. */
function pageKey(id: OperationId, parameters: object, version: string): string {
  return `page-${hash('sha256', JSON.stringify([id, parameters, version]), 'base64url')}`;
}
