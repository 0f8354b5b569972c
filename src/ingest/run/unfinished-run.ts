/** A sealed run that was interrupted while being applied; it is finished later. `cause` is the error. */
export class UnfinishedRunError extends Error {
  override readonly name = 'UnfinishedRunError';

  constructor(run: { readonly id: number; readonly sourceId: string }, share: number, cause: unknown) {
    const visible = share === 0 ? 'Nothing' : share < 1 ? 'Part' : 'All';
    const said = `${visible} of run ${run.id} of ${run.sourceId} is visible; the run is unfinished.`;
    super(`${said} To finish it, run: dossier ingest --finish`, { cause });
  }
}
