import { searchText } from '../names.js';

/** The texts by which a ticker is found: `brk b` and `brkb` for `BRK-B`. */
export function tickerTexts(ticker: string): readonly string[] {
  const text = searchText(ticker);
  return text.includes(' ') ? [text, text.replaceAll(' ', '')] : [text];
}
