import type { ServedFile } from '../operations/support/declare.js';
import type { Text } from './answer-text.js';
import type { AnswerForm } from './parameters.js';

/** How a response reaches its caller. */
export interface Delivery<Body> {
  /** Whether the client already has the content with this tag; then it is not sent and costs nothing. */
  isHeld(tag: string): boolean;
  /** Encodes the response before it is paid, so that nothing can fail between the charge and the response. */
  prepare(text: Text): Body | Promise<Body>;
  /** The client has disconnected: nothing is charged, or the charge is refunded. */
  readonly isGone: boolean;
}

export type Outcome<Body> =
  | {
      readonly kind: 'answer';
      readonly body: Body;
      readonly tag: string;
      readonly form: AnswerForm;
      /** The price instead of the response. */
      readonly preview?: true;
    }
  /** Read by the transport. */
  | { readonly kind: 'file'; readonly file: ServedFile; readonly tag: string }
  /** The client already has it. */
  | { readonly kind: 'unchanged'; readonly tag: string }
  /** The price is in the receipt. */
  | { readonly kind: 'quote' }
  /** The client has disconnected. */
  | { readonly kind: 'gone' };

/** In the same process. */
export const DIRECTLY: Delivery<string> = {
  isHeld: () => false,
  prepare: ({ text }) => text,
  isGone: false,
};
