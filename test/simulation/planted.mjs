/**
 * Plants one fault after the other into a copy of the compiled program and runs the simulation on it, until it fails. Prints the seed that
 * found each fault. Fails if one is not found. An argument selects the faults whose names contain it.
 *
 *     npm run test:faults [-- NAME]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CHARGES = 'requests';
const EXPORTS = 'exports';
const DELIVERIES = 'deliveries';
const PUBLICATIONS = 'publications';
const WITHIN_MS = 600_000;

/** `from` stands once in the file and is replaced by `to`. */
const FAULTS = [
  {
    name: 'a client that is gone is not refunded',
    test: CHARGES,
    file: 'gateway/charge.js',
    from: "await meter.refund(chargeId, 'client_gone', receipt.at);",
    to: '',
  },
  {
    name: 'a charge that an answer relies on can be refunded',
    test: CHARGES,
    file: 'store/ledger-rules/charge.js',
    from: 'keys.rely(request);',
    to: ';',
  },
  {
    name: 'a repeated request is charged again',
    test: CHARGES,
    file: 'store/ledger-rules/charge.js',
    from: 'const due = paid ? unpaidOf(parts, paid.parts) : parts;',
    to: 'const due = parts;',
  },
  {
    name: 'a key pays for another request',
    test: CHARGES,
    file: 'store/ledger-rules/charge.js',
    from: 'paid.request !== idempotency.request',
    to: 'false',
  },
  {
    name: 'a refunded charge pays for a repetition (SQLite)',
    test: CHARGES,
    file: 'store/sqlite/ledger/refund.js',
    from: '|| !idempotency.forget(chargeId)',
    to: '',
  },
  {
    name: 'a charge takes nothing from the balance (SQLite)',
    test: CHARGES,
    file: 'store/sqlite/ledger/charge.js',
    from: 'if (balance.changed)',
    to: 'if (false)',
  },
  {
    name: 'a minute has one request too many',
    test: CHARGES,
    file: 'gateway/rate-window.js',
    from: 'const exceeded = count >= limit;',
    to: 'const exceeded = count > limit;',
  },
  {
    name: 'a batch that was sent before is not looked up (PostgreSQL)',
    test: CHARGES,
    file: 'store/postgres/ledger/charge-transaction.js',
    from: 'if (locked.committed.size > 0)',
    to: 'if (false)',
  },
  {
    name: 'a lost answer is not refunded (PostgreSQL)',
    test: CHARGES,
    file: 'store/postgres/ledger/charge-queue.js',
    from: 'this.#options.lost.add({ ids: submission.ids, accountIds });',
    to: '',
  },
  {
    name: 'a refunded charge pays for a repetition (PostgreSQL)',
    test: CHARGES,
    file: 'store/postgres/ledger/refund.js',
    from: 'if (!(await forgetCharge(queries, chargeId, accountId)))',
    to: 'if (false)',
  },
  {
    name: 'an unanswered commit counts as not written (PostgreSQL)',
    test: CHARGES,
    file: 'store/postgres/connection/pool.js',
    from: "throw new CommitUnknownError('PostgreSQL did not confirm a commit in time.",
    to: "throw new PostgresAwayError('PostgreSQL did not confirm a commit in time.",
  },
  {
    name: 'a balance is read without its lock (PostgreSQL)',
    test: CHARGES,
    file: 'store/postgres/ledger/locked-balance.js',
    from: 'FROM ledger.lock_purses($1, $2)',
    to: 'FROM ledger.purses WHERE account_id = ANY ($1::text[]) AND $2::boolean IS NOT NULL',
  },
  {
    name: 'a charge of an export has no idempotency key',
    test: EXPORTS,
    file: 'export/service/pay.js',
    from: 'idempotency: { key: name, request: name },',
    to: '',
  },
  {
    name: 'a charge of an export is tried again after its key has expired',
    test: EXPORTS,
    file: 'export/service/pay.js',
    from: 'if (at - triedAt < KNOWN_MS)',
    to: 'if (at - triedAt < SINGLE_MS)',
  },
  {
    name: 'an order whose charge is unknown is removed',
    test: EXPORTS,
    file: 'export/api/create-export.js',
    from: 'error instanceof LedgerUnavailableError',
    to: 'true',
  },
  {
    name: 'a repeated order removes the first one',
    test: EXPORTS,
    file: 'store/sqlite/state/exports.js',
    from: "AND state = 'queued' AND charge_at IS NULL",
    to: "AND state = 'queued'",
  },
  {
    name: 'files are given out unpaid',
    test: EXPORTS,
    file: 'export/api/fetch-parts.js',
    from: 'if (paid.paid)',
    to: 'if (true)',
  },
  {
    name: 'a lease is given while another holds it (SQLite)',
    test: EXPORTS,
    file: 'store/sqlite/state/state.js',
    from: 'WHERE until <= @at',
    to: 'WHERE true',
  },
  {
    name: 'a lease is given while another holds it (PostgreSQL)',
    test: DELIVERIES,
    file: 'store/postgres/cluster/leases.js',
    from: 'WHERE l.until <= clock_timestamp()',
    to: 'WHERE true',
  },
  {
    name: 'an error of a receiver counts as delivered',
    test: DELIVERIES,
    file: 'webhooks/deliverer.js',
    from: 'if (problem === null)',
    to: 'if (status !== null)',
  },
  {
    name: 'messages overtake one that is tried again (SQLite)',
    test: DELIVERIES,
    file: 'store/sqlite/state/delivery-queue.js',
    from: 'ORDER BY place LIMIT 1',
    to: 'ORDER BY due_at, place LIMIT 1',
  },
  {
    name: 'a lost lease is not noticed by a write (SQLite)',
    test: DELIVERIES,
    file: 'store/sqlite/state/delivery-queue.js',
    from: 'at: this.#now() }) === undefined',
    to: 'at: this.#now() }) === null',
  },
  {
    name: 'an endpoint gets two requests at once',
    test: DELIVERIES,
    file: 'webhooks/deliverer.js',
    from: 'findDue(now(), { endpoints, accounts })',
    to: 'findDue(now(), { endpoints: [], accounts })',
  },
  {
    name: 'readers pass a page whose messages were not stored',
    test: DELIVERIES,
    file: 'webhooks/deliverer.js',
    from: 'await this.#put(messages, passed, { feed: id, position: next });',
    to: 'await this.#put([], passed, { feed: id, position: next }); await this.#put(messages, [], { feed: id, position: next });',
  },
  {
    name: 'a version is published without the lease (PostgreSQL)',
    test: PUBLICATIONS,
    file: 'store/postgres/cluster/publications.js',
    from: 'if (!held)',
    to: 'if (false)',
  },
  {
    name: 'a version whose insertion was not answered is inserted again (PostgreSQL)',
    test: PUBLICATIONS,
    file: 'publishing/build/builder.js',
    from: 'if (stands)',
    to: 'if (false)',
  },
  {
    name: 'a builder loads on top of another version than the newest (PostgreSQL)',
    test: PUBLICATIONS,
    file: 'publishing/build/builder.js',
    from: 'if (this.#copy.isAt(newest)) {',
    to: 'if (true) {',
  },
];

const root = process.cwd();
const [selected = ''] = process.argv.slice(2);
spawnSync(process.execPath, ['scripts/ensure-built.mjs'], { stdio: 'inherit' });

let missed = 0;
for (const fault of FAULTS.filter(({ name }) => name.includes(selected))) {
  const { isFound, seed, seconds } = await find(fault);
  missed += isFound ? 0 : 1;
  process.stdout.write(
    `${isFound ? 'found ' : 'MISSED'} ${seconds.toFixed(0).padStart(4)} s  ${fault.name}  ${seed}\n`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;

async function find({ name, test, file, from, to }) {
  const folder = mkdtempSync(join(root, '.planted-'));
  try {
    const dist = join(folder, 'dist');
    // Hard links: the file with the fault is the only one that is written.
    spawnSync('cp', ['-al', join(root, 'dist'), dist]);
    for (const name of ['package.json', 'node20']) symlinkSync(join(root, name), join(folder, name));
    const path = join(dist, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not contain this once: ${from}`);
    unlinkSync(path);
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    return await run(test, name.includes('PostgreSQL') ? 'PostgreSQL' : 'SQLite', dist);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(test, engine, dist) {
  const began = performance.now();
  const args = ['node_modules/vitest/vitest.mjs', 'run', `test/simulation/${test}.test.ts`, '--bail', '1'];
  const env = { ...process.env, DOSSIER_TEST_DIST: dist, DOSSIER_TEST_EFFORT: '20' };
  const child = spawn(
    process.execPath,
    [...args, `--testTimeout=${WITHIN_MS}`, '-t', `at any point.*${engine}`],
    { env },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const deadline = setTimeout(() => child.kill(), WITHIN_MS);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(deadline);
      const [seed] = /DOSSIER_TEST_SEED=\d+/.exec(output) ?? [''];
      if (seed === '') process.stdout.write(output);
      resolve({ isFound: code !== 0 && seed !== '', seed, seconds: (performance.now() - began) / 1_000 });
    });
  });
}
