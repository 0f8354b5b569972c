export interface BuilderOptions {
  /** All files from their first byte. */
  readonly whole?: boolean;
  /** Data of the folder that was never published may be replaced by what was. */
  readonly replace?: boolean;
  /** The folder is published as it is, replacing the published data. */
  readonly over?: boolean;
}
