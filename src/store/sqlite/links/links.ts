import type { Links } from '../../store.js';
import { openDatabase, type SchemaMode } from '../file/database.js';
import { joined } from '../file/joined.js';
import type { OnReadFault } from '../file/shared-read-transactions.js';
import { CandidatesFile } from './candidates.js';
import { EvidenceLines } from './evidence-lines.js';
import { LinkLists } from './link-lists.js';
import { LinkReader } from './link-reader.js';
import { LinkWriter } from './link-writer.js';
import { LINKS_MIGRATIONS } from './schema.js';
import { SharedEntities } from './shared-entities.js';
import { statements } from './statements.js';

export interface SqliteLinks extends Links {
  close(): void;
}

/** Throws `SchemaMismatchError`. */
export function openLinks(options: {
  readonly path: string;
  readonly schema: SchemaMode;
  /** Requests use a connection of their own, and reads of a few milliseconds share a transaction. */
  readonly serving?: boolean;
  /** Read-only. */
  readonly replica?: boolean;
  readonly mmapBytes?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}): SqliteLinks {
  const file = {
    ...options,
    migrations: LINKS_MIGRATIONS,
    synchronous: 'normal',
    busyTimeoutMs: 30_000,
    logPages: LOG_PAGES,
    readOnly: options.replica ?? false,
  } as const;
  const { serving = false, onReadFault } = options;
  const database = openDatabase(file);
  const requests = serving ? openDatabase({ ...file, readOnly: true }) : database;
  const candidates = new CandidatesFile(database);
  const sql = statements(database);
  const lines = new EvidenceLines(database);
  const reader = new LinkReader(requests, serving, onReadFault);
  const parts = joined(
    reader,
    new LinkLists(database, sql, lines),
    new LinkWriter(candidates, sql, lines),
    new SharedEntities(database, (work) => candidates.together(work)),
  );
  return Object.assign(parts, {
    candidates,
    candidateEntities: reader.candidateEntities,
    close: () => {
      requests.close();
      database.close();
    },
  });
}

/** 16 MB. */
const LOG_PAGES = 4_096;
