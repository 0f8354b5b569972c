import { writeSync } from 'node:fs';

/** A process of its own on a ledger. Says `ready`, waits for a line, then charges as told. */
const [modulePath, options, accountId, keyId, task] = process.argv.slice(2);
const { openLedger } = await import(modulePath);
const ledger = await openLedger(JSON.parse(options));
const request = {
  accountId,
  keyId,
  requestId: `${process.pid}`,
  operation: 'getEntity',
  credits: 1,
  breakdown: [{ item: 'entity', credits: 1 }],
  at: Date.now(),
};

writeSync(1, 'ready\n');
process.stdin.once('data', () => (task === 'spend' ? spendAll() : chargeForever()));

/** One by one until nothing is left; then says how many. Reads in between, so that the others get the lock too. */
async function spendAll() {
  let answered = 0;
  for (;;) {
    const [result] = await ledger.charge([request]);
    if (!result.charged) break;
    answered += 1;
    for (let count = 0; count < 20; count += 1) await ledger.balance(accountId, request.at);
  }
  writeSync(1, `${answered}\n`);
  process.exit(0);
}

/** Batches of 8, each answered by 8 dots after it returned, until killed. */
async function chargeForever() {
  for (;;) {
    const results = await ledger.charge(Array.from({ length: 8 }, () => request));
    writeSync(1, results.map(({ charged }) => (charged ? '.' : '!')).join(''));
  }
}
