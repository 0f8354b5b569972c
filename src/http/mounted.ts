import type { FastifyRequest } from 'fastify';
import type { Operation } from '../operations/declare.js';
import { chooseEncoding, compress } from './compress.js';
import type { Content, ContentWriter } from './envelope.js';
import { weakETag } from './etag.js';
import type { Exchange } from './exchange.js';
import { refuseBody, refuseOtherTypes } from './negotiate.js';
import type { Services } from './services.js';
import type { Validated, Values } from './validate.js';

/** An operation with everything that can be made ahead of requests. */
export interface Mounted {
  readonly operation: Operation;
  readonly validate: (params: Values, query: Values) => Validated;
  readonly write: ContentWriter;
}

/** 415, 406 and 400: the faults of this very request. */
export function readRequest(
  mounted: Mounted,
  request: FastifyRequest,
): Validated & { readonly asked: unknown } {
  refuseBody(request.raw);
  refuseOtherTypes(request.raw);
  const params = request.params as Values;
  const query = request.query as Values;
  const { ignored, dryRun } = mounted.validate(params, query);
  return { ignored, dryRun, asked: mounted.operation.parse({ params, query }) };
}

export function etagOf({ data, meta }: Content, ignored: readonly string[]): string {
  return weakETag(`${data}\n${meta}\n${ignored.join()}`);
}

/** Sends what is paid for or free. */
export async function send(
  exchange: Exchange,
  etag: string,
  body: string,
  { respond }: Services,
): Promise<void> {
  const coding = chooseEncoding(exchange.request.headers['accept-encoding'], body.length);
  respond.ok(exchange, etag, coding === undefined ? body : await compress(body, coding), coding);
}
