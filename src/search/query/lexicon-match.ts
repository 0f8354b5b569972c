import type { Lexicon } from '../fields/lexicon.js';
import type { TextMatch } from './text-match.js';

export interface LexiconMatch extends TextMatch {
  readonly lexicon: Lexicon;
}
