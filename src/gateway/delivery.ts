import type { ServedFile } from '../operations/support/declare.js';
import type { Text } from './answer-text.js';
import type { AnswerForm } from './parameters.js';

/** How an answer reaches its caller. */
export interface Delivery<Body> {
  /** Whether the caller holds the content with this tag: it is not sent again, and costs nothing. */
  isHeld(tag: string): boolean;
  /** Made ready before it is paid for: nothing that can fail stands between the charge and the answer. */
  prepare(text: Text): Body | Promise<Body>;
  /** Nobody can receive the answer any more: it is not charged, or given back. */
  readonly isGone: boolean;
}

export type Outcome<Body> =
  | {
      readonly kind: 'answer';
      readonly body: Body;
      readonly tag: string;
      readonly form: AnswerForm;
      /** The price, in place of the answer. */
      readonly preview?: true;
    }
  /** The transport reads it. */
  | { readonly kind: 'file'; readonly file: ServedFile; readonly tag: string }
  /** The caller holds it. */
  | { readonly kind: 'unchanged'; readonly tag: string }
  /** The price stands in the receipt. */
  | { readonly kind: 'quote' }
  /** The caller is gone. */
  | { readonly kind: 'gone' };

/** Within the process. */
export const DIRECTLY: Delivery<string> = {
  isHeld: () => false,
  prepare: ({ text }) => text,
  isGone: false,
};
