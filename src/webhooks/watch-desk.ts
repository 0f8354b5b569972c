import {
  type ChangeFeed,
  type NewWatch,
  NO_ENDPOINT,
  type Watches,
  type WatchWithSecret,
} from '../store/store.js';
import type { ReceiverAddress } from './receiver-address.js';

/** A requested watch. It starts at the end of the feed. */
type WatchRequest = Omit<NewWatch, 'feed' | 'position'>;

/** Watches, and the rules for creating them. */
interface Desk extends Omit<Watches, 'createWatch'> {
  /** Checks an endpoint without resolving its name. Returns the problem as a sentence, or `null`. */
  endpointFault(endpoint: string): string | null;
  /** Rejects like `Watches.createWatch`. Resolves to a sentence if the endpoint is invalid. */
  addWatch(request: WatchRequest): Promise<WatchWithSecret | { readonly fault: string }>;
}

interface DeskParts {
  readonly watches: Watches;
  readonly feed: Pick<ChangeFeed, 'state'>;
  readonly addresses: ReceiverAddress;
  /** Watches that an account may have. */
  readonly max: number;
}

export function watchDesk({ watches, feed, addresses, max }: DeskParts): Desk {
  const { createWatch, ...others } = watches;
  return {
    ...others,
    endpointFault: (endpoint) => (endpoint === NO_ENDPOINT ? null : addresses.statedFaultOf(endpoint)),
    addWatch: async (request) => {
      const { endpoint } = request;
      const fault = endpoint === NO_ENDPOINT ? null : await addresses.faultOf(endpoint);
      if (fault !== null) return { fault };
      const { id, newest } = await feed.state();
      return await createWatch({ ...request, feed: id, position: newest }, max);
    },
  };
}
