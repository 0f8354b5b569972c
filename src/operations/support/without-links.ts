import { LinksUnavailableError } from '../../store/store.js';

/** Returns `none` if the links cannot be read: records are served without them. */
export async function orWithoutLinks<Value>(read: () => Promise<Value>, none: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LinksUnavailableError) return none;
    throw error;
  }
}
