import type { Text } from '../gateway/answer-text.js';
import type { Delivery } from '../gateway/delivery.js';
import type { Operation } from '../operations/declare.js';
import { matchesETag, type Unchanged, unchangedOf } from './etag.js';
import type { Exchange } from './exchange.js';
import { type Packed, pack } from './pack.js';

/** Compresses an answer as the client wants it, and knows from its headers whether it holds the answer. */
export class HttpDelivery implements Delivery<Packed> {
  /** The 304's own headers, once `isHeld` said so. */
  unchanged: Unchanged = {};

  constructor(
    private readonly exchange: Exchange,
    private readonly operation: Pick<Operation, 'scope' | 'free'>,
  ) {}

  isHeld(tag: string): boolean {
    const { request } = this.exchange;
    if (request.method === 'POST') return false;
    if (this.operation.scope === null || this.operation.free) {
      this.unchanged = { etag: tag };
      return matchesETag(request.headers['if-none-match'], tag);
    }
    const unchanged = unchangedOf(this.exchange, tag);
    if (unchanged) this.unchanged = unchanged;
    return unchanged !== undefined;
  }

  prepare(text: Text): Packed | Promise<Packed> {
    return pack(text, this.exchange.request.headers['accept-encoding']);
  }

  get isGone(): boolean {
    return this.exchange.clientGone;
  }
}
