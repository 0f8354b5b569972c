/** A setting is missing, unknown or invalid. The message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
