import { sentence } from '../../domain/sentence.js';

export interface Finding {
  readonly subject:
    | 'folder'
    | 'schema'
    | 'files'
    | 'logs'
    | 'index'
    | 'searches'
    | 'runs'
    | 'links'
    | 'ledger'
    | 'postgres'
    | 'watches'
    | 'disk'
    | 'clock'
    | 'port'
    | 'cluster'
    | 'bucket';
  readonly ok: boolean;
  /** One sentence. */
  readonly what: string;
  /** The cure; null if nothing is wrong. */
  readonly cure: string | null;
}

export function fine(subject: Finding['subject'], what: string): Finding {
  return { subject, ok: true, what, cure: null };
}

export function wrong(subject: Finding['subject'], what: string, cure: string): Finding {
  return { subject, ok: false, what: sentence(what), cure };
}
