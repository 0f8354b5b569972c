export interface WebhookSettings {
  /** Private addresses that messages may go to: addresses and networks. */
  readonly allowed: readonly string[];
  /** Watches that an account may have. */
  readonly watchesMost: number;
}

/** The defaults. */
export const WEBHOOKS: WebhookSettings = { allowed: [], watchesMost: 100 };
