import type Router from 'find-my-way';
import type { HttpExchange } from './http-exchange.js';

/** A path and what answers it. */
export interface Route {
  readonly methods: readonly Router.HTTPMethod[];
  /** With its parameters: `/api/v1/entity/:id`. */
  readonly path: string;
  /** Operation id, or the kind of route. */
  readonly operation: string;
  /** Any error that it throws, or rejects with, is answered as a problem document. */
  readonly answer: (exchange: HttpExchange) => void | Promise<void>;
}

export const READ: readonly Router.HTTPMethod[] = ['GET', 'HEAD'];
