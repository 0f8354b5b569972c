import type { Lexicon } from '../fields/lexicon.js';
import type { TextMet } from './text-met.js';

export interface LexiconMet extends TextMet {
  readonly lexicon: Lexicon;
}
