import { createInterface } from 'node:readline';

/**
 * A node that says `ready`, and from the line `go` on charges without end: so many requests at a time, each of 1 credit under
 * an id of its own, of the accounts in turn. It tells of each by a line: A it was answered, R the credits do not suffice,
 * L its answer was lost, U the ledger was away. `S` and milliseconds: it had no processor for that long. `stop` ends it when
 * all is answered and what was lost is refunded, and it says E.
 */
const LOOK_EVERY_MS = 100;
const STILL_MS = 1_000;
const [, , modulePath, options, name, payersText, waiting] = process.argv;
const { openPostgresLedger } = await import(modulePath);
const payers = JSON.parse(payersText);
const ledger = await openPostgresLedger(JSON.parse(options));
let stopped = false;
let made = 0;
let longest = 0;

async function ask() {
  while (!stopped) {
    const { accountId, keyId } = payers[made % payers.length];
    const requestId = `${name}-${made++}`;
    const began = performance.now();
    const item = { item: 'entity', credits: 1 };
    const request = {
      accountId,
      keyId,
      requestId,
      operation: 'getEntity',
      credits: 1,
      breakdown: [item],
      at: Date.now(),
    };
    try {
      const [result] = await ledger.charge([request]);
      process.stdout.write(`${result.charged ? 'A' : 'R'} ${requestId}\n`);
      if (!result.charged) return;
    } catch (error) {
      process.stdout.write(`${error.name === 'LedgerAnswerLostError' ? 'L' : 'U'} ${requestId}\n`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    longest = Math.max(longest, performance.now() - began);
  }
}

let looked = performance.now();
setInterval(() => {
  const still = performance.now() - looked;
  looked += still;
  if (still > STILL_MS) process.stdout.write(`S ${Math.round(still)}\n`);
}, LOOK_EVERY_MS).unref();
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
process.stdout.write('ready\n');
await lines.next();
void lines.next().then(() => {
  stopped = true;
});
await Promise.all(Array.from({ length: Number(waiting) }, ask));
const counts = ledger.counts();
await ledger.close();
process.stdout.write(`E ${Math.round(longest)} ${JSON.stringify({ ...counts, ...ledger.counts() })}\n`, () =>
  process.exit(0),
);
