export interface WebhookSettings {
  /** Private addresses that messages may go to: addresses and networks. */
  readonly allowed: readonly string[];
  /** Watches that an account may have. */
  readonly maxWatches: number;
}

/** The defaults. */
export const WEBHOOKS: WebhookSettings = { allowed: [], maxWatches: 100 };
