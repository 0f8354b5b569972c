import { type Clock, systemClock } from './clock.js';
import { download } from './download.js';
import { DownloadedFile, type Validators } from './downloaded-file.js';
import { FetchError } from './error.js';
import { givenUpAt } from './intake-limits.js';
import { HostPaces } from './pace.js';
import { type Fault, isSec, waitBefore } from './retry.js';

export { type Clock, systemClock } from './clock.js';
export { FetchError } from './error.js';
export { HostPaces } from './pace.js';

const IDLE_TIMEOUT_MS = 60_000;

export interface FetchOptions {
  readonly urls: readonly string[];
  /** The publisher's host, for host-specific behavior: `www.sec.gov` returns 403 for "slow down". */
  readonly host: string;
  /** Maximum requests per second to each host. */
  readonly perSecond: number;
  /** Folder for the files and their validators, kept between runs. */
  readonly folder: string;
  /** Contact in the User-Agent: an e-mail address or a page. */
  readonly contact: string;
  /** For the publisher's host only, not redirect targets: tokens. */
  readonly ownHeaders?: Readonly<Record<string, string>>;
  /** Query parameters for the publisher's host only; never in stored or reported URLs. */
  readonly ownParameters?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Shared between concurrent downloads. */
  readonly paces?: HostPaces;
  readonly idleTimeoutMs?: number;
  /** Maximum file size. */
  readonly maxBytes?: number;
  /** Whether a 403 means "slow down". Default: only at the SEC. */
  readonly forbiddenIsBusy?: boolean;
  /** Called before each wait for another attempt. */
  readonly onRetry?: (url: string, reason: string, waitMs: number) => void;
}

export interface FetchedFile {
  readonly path: string;
  readonly url: string;
  /** When the publisher last changed the file, ms since 1970; null if unknown. */
  readonly lastModified: number | null;
  /** The file was not modified since the last fetch. */
  readonly unchanged: boolean;
}

/** Fetches the files in sequence, each only if it has changed. Throws FetchError if all attempts failed. */
export async function fetchFiles(options: FetchOptions): Promise<FetchedFile[]> {
  const clock = options.clock ?? systemClock;
  const paces = options.paces ?? new HostPaces(clock);
  const files: FetchedFile[] = [];
  for (const url of options.urls) files.push(await fetchFile(url, options, clock, paces));
  return files;
}

async function fetchFile(
  url: string,
  options: FetchOptions,
  clock: Clock,
  paces: HostPaces,
): Promise<FetchedFile> {
  const file = new DownloadedFile(options.folder, url);
  await file.prepare();
  const known = await file.validators();
  const until = givenUpAt();
  let part: Validators | undefined;
  for (let tries = 1; ; tries += 1) {
    const outcome = await download(url, file, known, part, { ...requestOptions(options, paces), until });
    if (outcome.kind !== 'failed') {
      if (outcome.kind === 'fetched') await file.keep(outcome.validators);
      return described(file, url, outcome.validators, outcome.kind === 'unchanged');
    }
    part = outcome.part;
    const isBusy = options.forbiddenIsBusy ?? isSec(options.host);
    if (outcome.fault.status === 403 && isBusy) paces.slowDown(new URL(url).host);
    const waitMs = waitBefore(outcome.fault, tries, clock.now(), isBusy);
    if (waitMs === undefined) throw await givenUp(url, file, outcome.fault, tries);
    options.onRetry?.(url, outcome.fault.reason, waitMs);
    await clock.sleep(waitMs);
  }
}

function requestOptions(options: FetchOptions, paces: HostPaces) {
  return {
    headers: { 'user-agent': `Dossier (${options.contact})`, accept: '*/*', 'accept-encoding': 'gzip' },
    ...(options.ownHeaders && { ownHeaders: options.ownHeaders }),
    ...(options.ownParameters && { ownParameters: options.ownParameters }),
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    maxBytes: options.maxBytes,
    turn: (host: string) => paces.turn(host, options.perSecond),
  };
}

function described(
  file: DownloadedFile,
  url: string,
  validators: Validators,
  unchanged: boolean,
): FetchedFile {
  const at = Date.parse(validators.lastModified ?? '');
  return { path: file.path, url, lastModified: Number.isNaN(at) ? null : at, unchanged };
}

async function givenUp(url: string, file: DownloadedFile, fault: Fault, tries: number): Promise<FetchError> {
  await file.dropPart();
  const counted = tries === 1 ? '' : ` after ${tries} tries`;
  const error = new FetchError(`${url} could not be fetched${counted}: ${fault.reason}.`);
  error.status = fault.status;
  return error;
}
