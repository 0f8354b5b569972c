export interface Finding {
  readonly subject:
    | 'folder'
    | 'schema'
    | 'files'
    | 'index'
    | 'searches'
    | 'runs'
    | 'links'
    | 'ledger'
    | 'disk'
    | 'clock'
    | 'port';
  readonly ok: boolean;
  /** One sentence. */
  readonly what: string;
  /** What to do about it; null where nothing is wrong. */
  readonly cure: string | null;
}

export function fine(subject: Finding['subject'], what: string): Finding {
  return { subject, ok: true, what, cure: null };
}

export function wrong(subject: Finding['subject'], what: string, cure: string): Finding {
  return { subject, ok: false, what, cure };
}
