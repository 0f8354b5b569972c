import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ChangeItem } from '../../contract/changes.js';
import { ApiError } from '../../contract/errors.js';
import { KNOWN_SOURCES } from '../../export/kinds/known-sources.js';
import { cursorText, positionIn } from '../../operations/list-changes/cursor.js';
import { eventText } from '../../operations/list-changes/event-text.js';
import { type ChangesRequest, changesRequests } from '../../operations/list-changes/request.js';
import { withStoredId } from '../../operations/list-changes/stored-id.js';
import { printableLine } from '../../platform/printable.js';
import { DATASETS } from '../../sources/datasets.js';
import { factsById } from '../../sources/facts.js';
import { SOURCES } from '../../sources/index.js';
import { type Catalog, type ChangePage, ChangesExpiredError } from '../../store/store.js';
import { answer, type CliContext, CliError } from '../context.js';
import { type FolderOptions, withLook } from '../with-store.js';

interface Options extends FolderOptions {
  readonly follow?: boolean;
  readonly cursor?: string;
  readonly limit?: string;
  readonly since?: string;
  readonly source?: string;
  readonly state?: string;
  readonly kind?: string;
  readonly recordType?: string;
  readonly id?: string;
  readonly cik?: string;
  readonly form?: string;
  readonly fields?: string;
}

const LOOKS_EVERY_MS = 1_000;
const AT_ONCE = 1_000;
/** The characters of a value in a line for people. */
const MAX_SHOWN = 60;

export function changesCommand(program: Command, context: CliContext): void {
  program
    .command('changes')
    .option(
      '--follow',
      'keep printing new changes until stopped; starts now unless --cursor or --since is specified',
    )
    .option('--cursor <cursor>', 'continue after a cursor from an earlier response or an export')
    .option('--limit <number>', 'maximum number of changes; default: 100')
    .option('--since <date>', 'only changes seen on or after this day (YYYY-MM-DD) or time (UTC)')
    .option('--source <ids>', 'only these sources or linked data sets, comma-separated')
    .option('--state <codes>', 'only entities in these states')
    .option('--kind <kinds>', 'baseline, created, changed, gone, restored, link_changed')
    .option('--record-type <types>', 'entity, filing, filer, source')
    .option('--id <id>', 'only this entity, or this filing (accession number)')
    .option('--cik <number>', 'only this filer and its filings')
    .option('--form <forms>', 'only filings of these forms and their amendments')
    .option('--fields <names>', 'only changes to at least one of these fields')
    .action((options: Options) => changes(context, options));
}

async function changes(context: CliContext, options: Options): Promise<void> {
  const given = await asCliError(() => requestOf(options));
  await withLook(context, options, async ({ catalog }) => {
    const sources = factsById([...SOURCES, ...DATASETS]);
    const filter = await asCliError(() => withStoredId(given.filter, { catalog, sources }));
    const request = { ...given, filter };
    if (options.follow) return await follow(catalog, request, context, options);
    const { events, cursor, hasMore } = await firstPage(catalog, request);
    const lines = events.map(lineOf);
    const end = hasMore
      ? `More changes follow: --cursor ${cursor}`
      : `No more changes for now: --cursor ${cursor}`;
    answer(context, options, { events, cursor, hasMore }, [...lines, end].join('\n'));
  });
}

/** A filter looks at a stretch of the feed: empty stretches are passed over. */
async function firstPage(catalog: Catalog, { cursor, limit, filter }: ChangesRequest) {
  const state = await catalog.feed.state();
  let position = await positionOf(catalog, cursor);
  for (;;) {
    const page = await read(catalog, position, limit, filter);
    if (page.events.length > 0 || !page.hasMore) {
      return { events: itemsOf(page), cursor: cursorText(state, page.next), hasMore: page.hasMore };
    }
    position = page.next;
  }
}

async function follow(
  catalog: Catalog,
  { cursor, filter }: ChangesRequest,
  context: CliContext,
  { json }: Options,
): Promise<void> {
  const stopped = new AbortController();
  void context.untilStopped().then(() => stopped.abort());
  const isFromNow = cursor === null && filter.since === undefined;
  let position = await positionOf(catalog, isFromNow ? 'now' : cursor);
  while (!stopped.signal.aborted) {
    const page = await read(catalog, position, AT_ONCE, filter);
    for (const item of itemsOf(page)) {
      context.stdout.write(`${json ? JSON.stringify(item) : lineOf(item)}\n`);
    }
    position = page.next;
    // Reads of SQLite leave no turn of the event loop in which a signal to stop is heard.
    if (page.hasMore) await turn();
    else await wait(LOOKS_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
  }
}

async function positionOf(catalog: Catalog, cursor: ChangesRequest['cursor']): Promise<number | null> {
  if (cursor === null) return null;
  const state = await catalog.feed.state();
  return cursor === 'now' ? state.newest : await asCliError(() => positionIn(state, cursor));
}

async function read(
  catalog: Catalog,
  position: number | null,
  max: number,
  filter: ChangesRequest['filter'],
): Promise<ChangePage> {
  try {
    return await catalog.feed.changesAfter(position, max, filter);
  } catch (error) {
    if (!(error instanceof ChangesExpiredError)) throw error;
    throw new CliError('Events after the cursor were deleted or are not in this feed; omit --cursor.');
  }
}

function itemsOf({ events }: ChangePage): ChangeItem[] {
  return events.map((event) => JSON.parse(eventText(event)) as ChangeItem);
}

function requestOf({ json: _json, sample: _sample, follow: _follow, ...query }: Options): ChangesRequest {
  return changesRequests(KNOWN_SOURCES).read(query);
}

async function asCliError<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new CliError(error.detail);
    throw error;
  }
}

function lineOf({ seenAt, kind, id, form, changes: list }: ChangeItem): string {
  const isWhole = kind === 'created' || kind === 'restored';
  const reported = isWhole
    ? list.flatMap(({ field, to }) => (field === 'name' ? [short(to)] : []))
    : list.map(({ field, from, to }) => `${field}: ${short(from)} -> ${short(to)}`);
  return [seenAt.slice(0, 19), kind, id, ...(form === null ? [] : [form]), reported.join('; ')]
    .map(printableLine)
    .join('  ')
    .trimEnd();
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
