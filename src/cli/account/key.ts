import { type Command, Option } from 'commander';
import { SCOPES, type Scope } from '../../contract/vocabulary.js';
import { keyState } from '../../domain/accounts/api-key.js';
import { issueKey, rotateKey } from '../../serving/issue-key.js';
import type { KeyRecord } from '../../store/store.js';
import { actorOf, answer, type CliContext, CliError } from '../context.js';
import { textTable } from '../table.js';
import { duration, endOfDate, scopeList } from '../values.js';
import { withExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { refusePast } from './account.js';
import { inWords, needAccount, refuseBadName } from './accounts.js';

interface CreateOptions extends FolderOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires?: number;
}

export function keyCommands(program: Command, context: CliContext): void {
  const key = program.command('key');

  key
    .command('create')
    .description('create a key and show it once')
    .requiredOption('--account <account>', 'the account that is charged, by name or id')
    .option('--name <text>', 'display name', 'key')
    .addOption(
      new Option('--scopes <list>', `comma-separated: ${SCOPES.join(',')}`)
        .argParser(scopeList)
        .default(['read', 'usage'], 'read,usage'),
    )
    .option('--expires <date>', 'last valid day, YYYY-MM-DD', endOfDate)
    .action((options: CreateOptions) => create(context, options));

  key
    .command('list')
    .description('list all keys, without their secrets')
    .option('--account <account>', 'only keys of this account (name or id)')
    .action((options: FolderOptions & { account?: string }) => list(context, options));

  key
    .command('rotate <id>')
    .description('create a new key; the old one keeps working for a while')
    .addOption(
      new Option('--overlap <duration>', 'how long the old key remains valid')
        .argParser(duration)
        .default(86_400_000, '24h'),
    )
    .action((id: string, options: FolderOptions & { overlap: number }) => rotate(context, id, options));

  key
    .command('revoke <id>')
    .description('revoke a key immediately')
    .action((id: string, options: FolderOptions) => revoke(context, id, options));
}

async function create(context: CliContext, options: CreateOptions): Promise<void> {
  refusePast(options.expires, context.now());
  refuseBadName(options.name);
  const made = await withExact('change', context, options, async ({ ledger }, folder) => {
    const { id: accountId } = await needAccount(ledger, options.account);
    const { name, scopes, expires } = options;
    const of = { accountId, name, scopes, expiresAt: expires ?? null, now: context.now() };
    return inWords(issueKey(ledger, folder, of, actorOf(context)));
  });
  report(context, options, made);
}

async function list(context: CliContext, options: FolderOptions & { account?: string }): Promise<void> {
  const keys = await withExact('look', context, options, async ({ ledger }) => {
    const of = options.account === undefined ? null : await needAccount(ledger, options.account);
    return ledger.listKeys(of?.id ?? null);
  });
  const now = context.now();
  const rows = keys.map((key) => [
    key.id,
    key.prefix,
    key.accountId,
    key.name,
    key.scopes.join(','),
    keyState(key, now),
    dayOf(key.createdAt),
    dayOf(key.expiresAt),
    dayOf(key.lastUsedAt),
  ]);
  const header = ['id', 'begins', 'account', 'name', 'scopes', 'state', 'created', 'expires', 'last used'];
  answer(context, options, keys, textTable(header, rows));
}

async function rotate(
  context: CliContext,
  id: string,
  options: FolderOptions & { overlap: number },
): Promise<void> {
  const made = await withExact('change', context, options, ({ ledger }, folder) => {
    const request = { id, overlapMs: options.overlap, now: context.now() };
    return inWords(rotateKey(ledger, folder, request, actorOf(context)));
  });
  if (!made) throw new CliError(`There is no valid key ${JSON.stringify(id)}.`);
  report(context, options, made);
}

async function revoke(context: CliContext, id: string, options: FolderOptions): Promise<void> {
  const revoked = await withExact('change', context, options, ({ ledger }) =>
    ledger.revokeKey(id, context.now(), actorOf(context)),
  );
  if (!revoked) throw new CliError(`There is no valid key ${JSON.stringify(id)}.`);
  answer(context, options, { id, revoked }, `Key ${id} is revoked.`);
}

function report(
  context: CliContext,
  options: FolderOptions,
  { key, record }: { key: string; record: KeyRecord },
): void {
  answer(
    context,
    options,
    { ...record, key },
    `${key}\nThis is key ${record.id}; the secret is not shown again.`,
  );
}

function dayOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
}
