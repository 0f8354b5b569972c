import { parseArgs } from 'node:util';
import { generate } from './generate.js';

/** `npm run bench:generate -- --entities N --filings M --out DIR [--seed S]`: publishers' files with realistic skew. */
const { values } = parseArgs({
  options: {
    entities: { type: 'string', default: '1000000' },
    filings: { type: 'string', default: '5000000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
if (values.out === undefined) throw new Error('--out names the folder to write to.');
const request = {
  entities: wholeNumber('entities', values.entities),
  filings: wholeNumber('filings', values.filings),
  seed: wholeNumber('seed', values.seed),
};
await generate(values.out, request);

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0 && number <= 50_000_000) return number;
  throw new Error(`--${option} must be a whole number from 0 to 50,000,000; it is ${text}.`);
}
