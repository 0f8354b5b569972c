import type { Idempotency } from '../store/store.js';
import { admit, identify } from './admit.js';
import type { Caller } from './authenticate.js';
import { readJsonBody } from './body.js';
import { unchangedOf } from './etag.js';
import type { Exchange } from './exchange.js';
import { idempotencyOf, onceOf } from './idempotency.js';
import { answerFree, type Mounted, type Read, readRequest, send } from './mounted.js';
import { pack } from './pack.js';
import {
  charge,
  giveBack,
  type Price,
  paidBefore,
  priceOf,
  priceWithoutFailed,
  remainingOf,
  requireCredits,
} from './pay.js';
import type { Services } from './services.js';
import { finish, writtenOf } from './written.js';

/**
 * The order is 401, 403, 429, then 400, 402, the work, and last the charge: only what is about to be sent as a 200 is
 * paid for, and nothing is sent before it is.
 */
export async function serveKeyed(mounted: Mounted, exchange: Exchange, services: Services): Promise<void> {
  exchange.metered = true;
  const known = identify(exchange, services);
  const caller = known instanceof Promise ? await known : known;
  try {
    admit(mounted.operation.scope, exchange, caller);
    await answerCaller(mounted, exchange, caller, services);
  } catch (error) {
    exchange.remaining ??= await remainingOf(exchange, caller, services);
    throw error;
  }
}

async function answerCaller(
  mounted: Mounted,
  exchange: Exchange,
  caller: Caller,
  services: Services,
): Promise<void> {
  const body = mounted.checkBody ? await readJsonBody(exchange.request) : undefined;
  const read = readRequest(mounted, exchange, body);
  if (mounted.operation.free) {
    exchange.remaining = await remainingOf(exchange, caller, services);
    const isChange = mounted.operation.method === 'POST';
    const once = isChange ? onceOf(exchange, mounted.operation, body) : undefined;
    if (!once) return answerFree(mounted, read, exchange, services);
    const leave = await services.inFlight.enter(caller.account.id, once);
    return answerFree(mounted, read, exchange, services, once).finally(leave);
  }
  const quote = priceOf(mounted.operation.price(read.asked));
  if (read.dryRun || exchange.request.method === 'HEAD') {
    return preview(exchange, quote, read.ignored, caller, services);
  }
  const idempotency = idempotencyOf(exchange, mounted.operation, body);
  const priced = { mounted, read, quote, caller, idempotency };
  if (!idempotency) return (await payFor(priced, exchange, services))();
  const leave = await services.inFlight.enter(caller.account.id, idempotency);
  const answer = await payFor(priced, exchange, services).finally(leave);
  answer();
}

interface PricedRequest {
  readonly mounted: Mounted;
  readonly read: Read;
  readonly quote: Price;
  readonly caller: Caller;
  readonly idempotency: Idempotency | undefined;
}

/**
 * What is left to do once the charge is settled: to answer. An idempotency key is given back in between: whoever has
 * the whole answer may repeat the request at once. A client that goes in that moment has paid, and repeats it free.
 */
async function payFor(
  { mounted, read, quote, caller, idempotency }: PricedRequest,
  exchange: Exchange,
  services: Services,
): Promise<() => void> {
  const paid = idempotency && (await paidBefore(exchange, caller, idempotency, quote, services));
  const open = quote.credits - (paid ?? 0);
  const covered = open <= 0 || services.meter.likelyCovers(caller.account.id, open, exchange.at);
  if (!covered) await requireCredits(exchange, open, caller, services);

  const { requestId, at } = exchange;
  const answer = await mounted.operation.run(read.asked, {
    requestId,
    accountId: caller.account.id,
    keyId: caller.keyId,
    at,
  });
  const written = mounted.write(answer, read.ignored);
  const { etag } = written;
  exchange.lastModified = answer.lastModified;
  const unchanged = unchangedOf(exchange, etag);
  if (unchanged) {
    exchange.remaining = await remainingOf(exchange, caller, services);
    return () => services.respond.notModified(exchange, unchanged);
  }
  const due = priceWithoutFailed(quote, answer);
  const packFor = (creditsUsed: number) =>
    pack(finish(written, creditsUsed, requestId, read.ignored), exchange.request.headers['accept-encoding']);
  const expected = Math.max(0, due.credits - (paid ?? 0));
  const packing = packFor(expected);
  const ready = packing instanceof Promise ? await packing : packing;
  if (exchange.clientGone) return nothing;
  const { chargeId, replayed } = await charge(
    exchange,
    mounted.operation,
    due,
    caller,
    idempotency,
    services,
  );
  if (exchange.clientGone) {
    await giveBack(exchange, chargeId, services);
    return nothing;
  }
  exchange.replayed = replayed;
  const packed = exchange.cost === expected ? ready : await packFor(exchange.cost);
  return () => services.respond.ok(exchange, etag, packed);
}

function nothing(): void {}

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
  if (exchange.request.method === 'HEAD') return services.respond.head(exchange);
  const written = writtenOf({ data: `{"valid":true,"cost":${credits}}`, meta: '' }, ignored, services.tagOf);
  await send(exchange, written.etag, finish(written, 0, exchange.requestId, ignored), services);
}
