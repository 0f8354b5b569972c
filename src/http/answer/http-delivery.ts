import type { Text } from '../../gateway/answer-text.js';
import type { Delivery } from '../../gateway/delivery.js';
import type { Operation } from '../../operations/declare.js';
import type { HttpExchange } from '../request/http-exchange.js';
import { type EncodedBody, pack } from './compress.js';
import { isChange, matchesETag, type Unchanged, unchangedOf } from './etag.js';

/** Compresses an answer as the client wants it, and knows from its headers whether it holds the answer. */
export class HttpDelivery implements Delivery<EncodedBody> {
  /** The 304's own headers, once `isHeld` said so. */
  unchanged: Unchanged = {};

  constructor(
    private readonly exchange: HttpExchange,
    private readonly operation: Pick<Operation, 'scope' | 'free'>,
  ) {}

  isHeld(tag: string): boolean {
    const { request } = this.exchange;
    if (isChange(request)) return false;
    if (this.operation.scope === null || this.operation.free) {
      this.unchanged = { etag: tag };
      return matchesETag(request.headers['if-none-match'], tag);
    }
    const unchanged = unchangedOf(this.exchange, tag);
    if (unchanged) this.unchanged = unchanged;
    return unchanged !== undefined;
  }

  prepare(text: Text): EncodedBody | Promise<EncodedBody> {
    return pack(text, this.exchange.request.headers['accept-encoding']);
  }

  get isGone(): boolean {
    return this.exchange.clientGone;
  }
}
