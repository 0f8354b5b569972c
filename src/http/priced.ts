import type { FastifyRequest } from 'fastify';
import { ApiError } from '../contract/errors.js';
import type { Answer, Operation } from '../operations/declare.js';
import type { PriceItem } from '../store/store.js';
import { type Caller, requireScope } from './authenticate.js';
import { chooseEncoding, compress } from './compress.js';
import { writeEnvelope } from './envelope.js';
import { matchesETag } from './etag.js';
import type { Exchange } from './exchange.js';
import { rateLimitExceeded } from './limit.js';
import { etagOf, type Mounted, readRequest, send } from './mounted.js';
import type { Services } from './services.js';

interface Price {
  readonly items: readonly PriceItem[];
  readonly credits: number;
}

/**
 * The order is 401, 403, 429, then 400, 402, the work, and last the charge: only what is about to be sent as a 200 is
 * paid for, and nothing is sent before it is.
 */
export async function servePriced(
  mounted: Mounted,
  request: FastifyRequest,
  exchange: Exchange,
  services: Services,
): Promise<void> {
  exchange.metered = true;
  const { authorization } = exchange.request.headers;
  const known = services.authenticator.authenticate(authorization, exchange.at);
  const caller = known instanceof Promise ? await known : known;
  try {
    admit(mounted.operation, exchange, caller, services);
    await answerCaller(mounted, request, exchange, caller, services);
  } catch (error) {
    exchange.remaining ??= await remainingOf(exchange, caller, services);
    throw error;
  }
}

/** Throws the 403 and the 429. */
function admit({ scope }: Operation, exchange: Exchange, caller: Caller, { limiter }: Services): void {
  if (scope !== null) requireScope(caller, scope);
  exchange.rate = limiter.take(caller.account, exchange.at);
  if (exchange.rate.exceeded) throw rateLimitExceeded(exchange.rate);
}

async function answerCaller(
  mounted: Mounted,
  request: FastifyRequest,
  exchange: Exchange,
  caller: Caller,
  services: Services,
): Promise<void> {
  const { ignored, dryRun, asked } = readRequest(mounted, request);
  const quote = priceOf(mounted.operation.price(asked));
  if (dryRun || exchange.request.method === 'HEAD') {
    return preview(exchange, quote, ignored, caller, services);
  }
  await requireCredits(exchange, quote, caller, services);

  const { requestId, at } = exchange;
  const answer = await mounted.operation.run(asked, { requestId, accountId: caller.account.id, at });
  const content = mounted.write(answer);
  const etag = etagOf(content, ignored);
  if (matchesETag(exchange.request.headers['if-none-match'], etag)) {
    exchange.remaining = await remainingOf(exchange, caller, services);
    return services.respond.notModified(exchange, etag);
  }
  const due = priceWithoutFailed(quote, answer);
  const body = writeEnvelope(content, due.credits, requestId, ignored);
  const coding = chooseEncoding(exchange.request.headers['accept-encoding'], body.length);
  const packed = coding === undefined ? body : await compress(body, coding);
  if (exchange.clientGone) return;
  const chargeId = await charge(exchange, mounted.operation, due, caller, services);
  if (exchange.clientGone) return giveBack(exchange, chargeId, services);
  services.respond.ok(exchange, etag, packed, coding);
}

/** Nothing is looked up and nothing charged. */
async function preview(
  exchange: Exchange,
  { credits }: Price,
  ignored: readonly string[],
  { account }: Caller,
  services: Services,
): Promise<void> {
  exchange.quote = credits;
  exchange.remaining = (await services.meter.balance(account.id, exchange.at)).available;
  const content = { data: `{"valid":true,"cost":${credits}}`, meta: '' };
  const etag = etagOf(content, ignored);
  await send(exchange, etag, writeEnvelope(content, 0, exchange.requestId, ignored), services);
}

/** Throws the 402 before any work. To pass is no promise: the charge decides. */
async function requireCredits(
  exchange: Exchange,
  { credits }: Price,
  { account }: Caller,
  { meter }: Services,
): Promise<void> {
  if (meter.likelyCovers(account.id, credits, exchange.at)) return;
  const { available, resetsAt } = await meter.balance(account.id, exchange.at);
  if (available < credits) throw insufficientCredits(exchange, credits, available, resetsAt);
}

/** The id of the charge; 0 where nothing was due. Throws the 402 where others spent the credits meanwhile. */
async function charge(
  exchange: Exchange,
  operation: Operation,
  { items, credits }: Price,
  caller: Caller,
  { meter }: Services,
): Promise<number> {
  const result = await meter.charge({
    accountId: caller.account.id,
    keyId: caller.keyId,
    requestId: exchange.requestId,
    operation: operation.id,
    credits,
    breakdown: items,
    at: exchange.at,
  });
  if (!result.charged) throw insufficientCredits(exchange, credits, result.available, result.resetsAt);
  exchange.cost = credits;
  exchange.remaining = result.remaining;
  return result.chargeId;
}

/** The client hung up before the first byte: it paid for nothing. */
async function giveBack(exchange: Exchange, chargeId: number, { meter, log }: Services): Promise<void> {
  if (chargeId === 0) return;
  try {
    await meter.refund(chargeId, 'client_gone', exchange.at);
  } catch (error) {
    log.error({ err: error, chargeId, requestId: exchange.requestId }, 'A refund could not be written.');
  }
}

/** For a header only: where the ledger cannot be read the header is left out. */
async function remainingOf(
  { at }: Exchange,
  { account }: Caller,
  { meter }: Services,
): Promise<number | undefined> {
  const remembered = meter.remembered(account.id, at);
  if (remembered !== undefined) return remembered;
  const balance = await meter.balance(account.id, at).catch(() => undefined);
  return balance?.available;
}

function priceOf(items: readonly PriceItem[]): Price {
  let credits = 0;
  for (const item of items) credits += item.credits;
  return { items, credits };
}

function priceWithoutFailed(quote: Price, { unavailable }: Answer): Price {
  if (unavailable === undefined || unavailable.length === 0) return quote;
  return priceOf(quote.items.filter(({ item }) => !unavailable.includes(item)));
}

function insufficientCredits(
  exchange: Exchange,
  required: number,
  available: number,
  resetsAt: number,
): ApiError {
  exchange.remaining = available;
  return new ApiError(
    'insufficient_credits',
    `This request costs ${required}; the balance is ${available}.`,
    {
      members: { required, available, resetsAt: new Date(resetsAt).toISOString() },
    },
  );
}
