import type { Client } from 'openapi-fetch';
import { answerOf, type CallOptions, type PagingOptions, paidOnce, refusal, signalOf } from './call.js';
import type { DownloadOptions, Fetched } from './download.js';
import { ExportFailedError } from './errors.js';
import { wait } from './retry.js';
import type { paths } from './schema.js';
import type {
  Export,
  ExportAnswer,
  ExportList,
  ExportManifest,
  ExportPart,
  NewExport,
  NewExportAnswer,
} from './types.js';

export interface ExportWait extends PagingOptions {
  /** Milliseconds between two looks; 2,000 by default. */
  readonly everyMs?: number;
}

export interface ExportDownload extends ExportWait {
  /** Called for each part when its file is complete. */
  readonly onPart?: (part: ExportPart) => void;
}

const LOOK_EVERY_MS = 2_000;

/** Bulk exports of an account. */
export class Exports {
  readonly #client: Client<paths>;
  readonly #options: DownloadOptions;

  constructor(client: Client<paths>, options: DownloadOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The order costs 1 credit, as a part of the price; the rest is charged when the last part is ready. */
  async create(body: NewExport, call: CallOptions = {}): Promise<NewExportAnswer> {
    return answerOf(this.#client.POST('/api/v1/exports', { body, ...paidOnce(call) }));
  }

  /** Newest first. */
  async list(call: PagingOptions = {}): Promise<ExportList> {
    return answerOf(this.#client.GET('/api/v1/exports', { ...signalOf(call) }));
  }

  async get(id: string, call: PagingOptions = {}): Promise<ExportAnswer> {
    const params = { path: { id } };
    return answerOf(this.#client.GET('/api/v1/exports/{id}', { params, ...signalOf(call) }));
  }

  /** Ends it if it is not complete, and deletes its files. */
  async delete(id: string, call: PagingOptions = {}): Promise<ExportAnswer> {
    const params = { path: { id } };
    return answerOf(this.#client.DELETE('/api/v1/exports/{id}', { params, ...signalOf(call) }));
  }

  /** Resolves when it is complete, paid for or not. Rejects with `ExportFailedError` if it failed. */
  async complete(id: string, { everyMs = LOOK_EVERY_MS, ...call }: ExportWait = {}): Promise<Export> {
    for (;;) {
      const { data } = await this.get(id, call);
      if (data.state === 'failed') throw new ExportFailedError(data.id, data.error);
      if (data.state !== 'queued' && data.state !== 'running') return data;
      await wait(everyMs, call.signal);
    }
  }

  /**
   * Writes all parts to a folder, and last of all `manifest.json`, which it resolves to. It waits until the export is
   * complete. A part has its name once its length and its SHA-256 are right; one that is whole already is not fetched
   * again, and of one that was cut off only the rest. Memory does not grow with the parts. Rejects with `ExportFailedError`
   * if the export failed, for example because the balance does not cover its price, with `DownloadError` if the bytes are not those of the export, and with `DossierError` 402 if the
   * account cannot pay for it yet.
   */
  async download(id: string, folder: string, options: ExportDownload = {}): Promise<ExportManifest> {
    const { onPart, ...call } = options;
    const parts = (await this.#paid(id, call)).parts;
    const files = parts.map((part) => ({ ...part, path: `parts/${part.number}`, part }));
    const whole = ({ part }: Fetched & { readonly part: ExportPart }) => onPart?.(part);
    const base = `/api/v1/exports/${encodeURIComponent(id)}/`;
    // It needs a file system, which a page in a browser lacks.
    const { downloadTo } = await import('./download.js');
    return (await downloadTo(folder, base, files, whole, this.#options, call.signal)) as ExportManifest;
  }

  /** The parts of an export are listed once it is paid for; a fetch of its manifest pays for it. */
  async #paid(id: string, call: ExportWait): Promise<Export> {
    const complete = await this.complete(id, call);
    if (complete.state !== 'unpaid') return complete;
    const params = { path: { id } };
    const manifest = this.#client.GET('/api/v1/exports/{id}/manifest.json', { params, ...signalOf(call) });
    const { error, response } = await manifest;
    if (!response.ok) throw refusal(error, response);
    return (await this.get(id, call)).data;
  }
}
