/** A backup cannot be created or used. The message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
