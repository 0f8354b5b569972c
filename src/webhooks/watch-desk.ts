import {
  type ChangeFeed,
  type NewWatch,
  NO_ENDPOINT,
  type Watches,
  type WatchWithSecret,
} from '../store/store.js';
import type { ReceiverAddress } from './receiver-address.js';

/** A watch as it is asked for: it begins where the feed ends. */
type WatchRequest = Omit<NewWatch, 'feed' | 'position'>;

/** Watches, and the rules by which they are made. */
interface Desk extends Omit<Watches, 'createWatch'> {
  /** The fault that an endpoint shows before its name is looked up, as a sentence; null if there is none. */
  endpointFault(endpoint: string): string | null;
  /** Rejects as `Watches.createWatch`; or says, in a sentence, what is wrong with the endpoint. */
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
