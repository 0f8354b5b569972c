import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { ApiError } from '../../contract/errors.js';
import { CHANGE_KINDS, type ChangeKind, RECORD_TYPES, type RecordType } from '../../contract/vocabulary.js';
import { newSecret, newWatchId, testMessage } from '../../domain/webhooks.js';
import { withStoredId } from '../../operations/list-changes/stored-id.js';
import { presentDelivery, presentWatch, statusOf } from '../../operations/watches/present.js';
import { readFilter } from '../../operations/watches/watched-changes.js';
import { DATASETS } from '../../sources/datasets.js';
import { factsById } from '../../sources/facts.js';
import { SOURCES } from '../../sources/index.js';
import {
  type ChangeFilter,
  type MatchLists,
  NO_ENDPOINT,
  type Store,
  type Watch,
} from '../../store/store.js';
import { ReceiverAddress } from '../../webhooks/receiver-address.js';
import { watchDesk } from '../../webhooks/watch-desk.js';
import { inWords, needAccount } from '../account/accounts.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import { counted } from '../report.js';
import { textTable } from '../table.js';
import { wholeNumber } from '../values.js';
import { withExact, withStoreAndExact } from '../with-exact.js';
import type { FolderOptions } from '../with-store.js';
import { type ListenOptions, listen } from './listen.js';

interface AddOptions extends FolderOptions {
  readonly account: string;
  readonly endpoint?: string;
  readonly list?: string;
  readonly id?: string;
  readonly source?: string[];
  readonly state?: string[];
  readonly type?: RecordType[];
  readonly cik?: string;
  readonly form?: string[];
  readonly field?: string[];
  readonly kind?: ChangeKind[];
}

export function watchCommands(program: Command, context: CliContext): void {
  const watch = program.command('watch');

  watch
    .command('add')
    .description('create a watch and show its secret once')
    .requiredOption('--account <account>', 'account of the watch, by name or id')
    .option(
      '--endpoint <url>',
      'URL that receives the messages: https, port 443 or 8443; if omitted, nothing is sent',
    )
    .option('--id <id>', 'the entity to watch')
    .option('--list <id>', 'or changes to the records of this list of the account')
    .option('--source <ids...>', 'or changes from these sources')
    .option('--state <codes...>', 'or changes to entities in these states')
    .addOption(new Option('--type <types...>', 'or changes to these records').choices(RECORD_TYPES))
    .option('--cik <cik>', 'or changes to a filer and its filings')
    .option('--form <forms...>', 'or changes to filings of these forms')
    .option('--field <names...>', 'or changes to these fields')
    .addOption(new Option('--kind <kinds...>', 'only these kinds of changes').choices(CHANGE_KINDS))
    .action((options: AddOptions) => add(context, options));

  watch
    .command('list')
    .description('list all watches, without their secrets')
    .option('--account <account>', 'only watches of this account (name or id)')
    .action((options: FolderOptions & { account?: string }) => list(context, options));

  watch
    .command('remove <id>')
    .description('delete a watch and its waiting messages')
    .action((id: string, options: FolderOptions) => remove(context, id, options));

  watch
    .command('resume <id>')
    .description('enable a disabled watch and send its queued messages now')
    .action((id: string, options: FolderOptions) => resume(context, id, options));

  watch
    .command('test <id>')
    .description('send a test message through the running service')
    .action((id: string, options: FolderOptions) => sendTest(context, id, options));

  watch
    .command('replay <id>')
    .description('send messages again with their original ids, through the running service')
    .option('--delivery <id>', 'one message, by its webhook-id')
    .option(
      '--since <seq>',
      'all messages after this seq of the change feed, since the watch was created',
      wholeNumber,
    )
    .action((id: string, options: FolderOptions & { delivery?: string; since?: number }) =>
      replay(context, id, options),
    );

  watch
    .command('listen <id>')
    .description(
      'forward new messages of a watch to a receiver on this machine, signed; uses DOSSIER_KEY and DOSSIER_WATCH_SECRET',
    )
    .requiredOption('--forward <url>', 'address that receives the messages, such as http://127.0.0.1:3000')
    .option('--server <url>', 'address of the service; default: DOSSIER_HOST and DOSSIER_PORT')
    .action((id: string, options: ListenOptions) => listen(context, id, options));

  watch
    .command('log <id>')
    .description('list the messages of a watch and their delivery attempts, newest first')
    .option('--limit <n>', 'how many', wholeNumber, 25)
    .action((id: string, options: FolderOptions & { limit: number }) => log(context, id, options));
}

async function add(context: CliContext, options: AddOptions): Promise<void> {
  const { webhooks } = configOf(context);
  const added = await withStoreAndExact(context, options, async (store) => {
    const { id: accountId } = await needAccount(store.ledger, options.account);
    if (options.list !== undefined)
      await needList(store.state.matchLists, options.list, accountId, context.now());
    const desk = watchDesk({
      watches: store.state.watches,
      feed: store.catalog.feed,
      addresses: new ReceiverAddress(webhooks.allowed),
      max: webhooks.maxWatches,
    });
    const watch = {
      id: newWatchId(randomBytes),
      accountId,
      filter: await filterOf(options, store),
      endpoint: options.endpoint ?? NO_ENDPOINT,
      secret: newSecret(randomBytes),
      createdAt: context.now(),
    };
    return await inWords(desk.addWatch(watch));
  });
  if ('fault' in added) throw new CliError(`--endpoint ${added.fault}`);
  const { watch, secret } = added;
  const text = `${secret}\nThis secret signs the messages of watch ${watch.id}; it is not shown again.`;
  answer(context, options, { ...presentWatch(watch), secret }, text);
}

/** Throws `CliError` for a list that is not the account's. */
async function needList(lists: MatchLists, id: string, accountId: string, at: number): Promise<void> {
  if ((await lists.find(id, at))?.owner === accountId) return;
  throw new CliError(`The account has no list ${JSON.stringify(id)}.`);
}

/** As the API reads it. Throws `CliError`. */
async function filterOf(options: AddOptions, { catalog }: Store): Promise<ChangeFilter> {
  const { id, list, source, state, type: recordType, cik, form, field: fields, kind: kinds } = options;
  const sources = factsById([...SOURCES, ...DATASETS]);
  const query = {
    ...(list !== undefined && { list }),
    ...(source && { source }),
    ...(state && { state }),
    ...(recordType && { recordType }),
    ...(cik !== undefined && { cik }),
    ...(form && { form }),
    ...(fields && { fields }),
  };
  const isQuery = Object.keys(query).length > 0;
  const given = { ...(id !== undefined && { id }), ...(isQuery && { query }), ...(kinds && { kinds }) };
  try {
    return await withStoredId(readFilter(given, sources), { catalog, sources });
  } catch (error) {
    if (error instanceof ApiError) throw new CliError(`${error.detail} See dossier watch add --help.`);
    throw error;
  }
}

async function list(context: CliContext, options: FolderOptions & { account?: string }): Promise<void> {
  const watches = await withExact('look', context, options, async ({ ledger, state }) => {
    const of = options.account === undefined ? null : await needAccount(ledger, options.account);
    return await state.watches.listWatches(of?.id ?? null);
  });
  const rows = watches.map((watch) => [
    watch.id,
    watch.accountId,
    statusOf(watch),
    watch.waiting,
    watched(watch),
    watch.endpoint || 'none',
  ]);
  const header = ['id', 'account', 'status', 'waiting', 'watches', 'endpoint'];
  const shown = watches.map((watch) => ({ ...presentWatch(watch), accountId: watch.accountId }));
  answer(context, options, shown, textTable(header, rows));
}

function watched({ filter: { id, ...query } }: Watch): string {
  const others = Object.entries(query).map(([name, value]) => `${name} ${[value].flat().join(',')}`);
  return [...(id === undefined ? [] : [id]), ...others].join('; ');
}

async function remove(context: CliContext, id: string, options: FolderOptions): Promise<void> {
  const removed = await withExact('change', context, options, ({ state }) =>
    state.watches.removeWatch(null, id),
  );
  if (!removed) throw noSuchWatch(id);
  answer(context, options, { id, removed }, `Deleted watch ${id}.`);
}

async function resume(context: CliContext, id: string, options: FolderOptions): Promise<void> {
  const watch = await withExact('change', context, options, ({ state }) =>
    state.watches.resumeWatch(null, id, context.now()),
  );
  if (!watch) throw noSuchWatch(id);
  answer(
    context,
    options,
    presentWatch(watch),
    `Resumed watch ${id}; ${counted(watch.waiting, 'message')} in the queue.`,
  );
}

async function sendTest(context: CliContext, id: string, options: FolderOptions): Promise<void> {
  const at = context.now();
  const delivery = await withExact('change', context, options, ({ state }) =>
    inWords(state.watches.putTest(null, id, testMessage(id, at, randomBytes), at)),
  );
  if (!delivery) throw noSuchWatch(id);
  const text = `Message ${delivery.id} is queued for the running service. To check it, run: dossier watch log ${id}`;
  answer(context, options, presentDelivery(delivery), text);
}

async function replay(
  context: CliContext,
  id: string,
  options: FolderOptions & { delivery?: string; since?: number },
): Promise<void> {
  const { delivery, since } = options;
  if ((delivery === undefined) === (since === undefined))
    throw new CliError('Specify exactly one of --delivery and --since.');
  const watch = await withExact('change', context, options, async ({ state: { watches } }) => {
    if (!(await watches.findWatch(null, id))) throw noSuchWatch(id);
    if (since !== undefined) return await watches.replaySince(null, id, since);
    if (!(await watches.replayDelivery(null, id, delivery ?? '', context.now())))
      throw new CliError(`The log of the watch has no message ${JSON.stringify(delivery)}.`);
    return await watches.findWatch(null, id);
  });
  if (!watch) throw noSuchWatch(id);
  const text =
    since === undefined
      ? `Message ${delivery} will be sent again.`
      : `All messages after ${since} will be sent again.`;
  answer(context, options, presentWatch(watch), text);
}

async function log(
  context: CliContext,
  id: string,
  options: FolderOptions & { limit: number },
): Promise<void> {
  const page = await withExact('look', context, options, ({ state }) =>
    state.watches.listDeliveries(null, id, { max: options.limit }),
  );
  if (!page) throw noSuchWatch(id);
  const rows = page.deliveries.map(({ id: message, type, state, tries }) => {
    const last = tries.at(-1);
    return [message, type, state, tries.length, last?.ms ?? null, last?.problem ?? last?.status ?? null];
  });
  const header = ['message', 'type', 'state', 'tries', 'ms', 'last response'];
  answer(context, options, page.deliveries.map(presentDelivery), textTable(header, rows));
}

function noSuchWatch(id: string): CliError {
  return new CliError(`There is no watch ${JSON.stringify(id)}; dossier watch list lists them.`);
}
