import { bulkId, isPlainKey, keysIn } from '../../domain/ids.js';
import type { SourceFacts } from '../../domain/source-facts.js';

/**
 * Ids that a client may mean by `<STATE>:<key>` where no record has that id: of the state's register that is held
 * under UUIDs (`FL:P06000113830`), and of sources whose key would have to be percent-encoded.
 */
export function otherSpellings(id: string, sources: ReadonlyMap<string, SourceFacts>): string[] {
  return [...sources.values()].flatMap((source) =>
    keysIn(id, source).flatMap((key) => (isMeant(source, key) ? [bulkId(source.id, key)] : [])),
  );
}

function isMeant({ idScheme, recordClass }: SourceFacts, key: string): boolean {
  return idScheme === 'bulk' ? recordClass === 'registry_entity' : idScheme === 'portal' && !isPlainKey(key);
}
