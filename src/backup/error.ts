/** A backup cannot be made or used; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
