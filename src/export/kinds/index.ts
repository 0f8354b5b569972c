import type { ExportKindId } from '../../contract/export.js';
import { changes } from './changes.js';
import { entities } from './entities.js';
import { filings } from './filings.js';
import type { ExportKind } from './kind.js';
import { links } from './links.js';

/** Everything that can be exported. A new kind is one file, one line here and the schema of its rows. */
export const KINDS: Readonly<Record<ExportKindId, ExportKind>> = { entities, filings, links, changes };
