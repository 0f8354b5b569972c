import type { Operation } from '../../operations/support/declare.js';
import { createExport } from './create-export.js';
import { getExportManifest, getExportPart } from './fetch-parts.js';
import { deleteExport, getExport, listExports } from './follow-exports.js';
import type { ExportParts } from './parts.js';

/** Exports over the gateway: ask, follow, fetch, delete. */
export function exportOperations(parts: ExportParts): readonly Operation[] {
  return [
    createExport(parts),
    listExports(parts),
    getExport(parts),
    getExportManifest(parts),
    getExportPart(parts),
    deleteExport(parts),
  ];
}
