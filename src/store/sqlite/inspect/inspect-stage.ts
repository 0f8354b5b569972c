import { StageMissingError } from '../../store.js';
import { openStageFile, stagePath } from '../catalog/stage-file.js';
import { damageOf, isDamage } from './damage.js';

/** Whether what a run still has to apply is there and can be read. A `deep` look reads all of it. */
export function inspectStage(folder: string, runId: number, deep: boolean): 'whole' | 'missing' | 'damaged' {
  try {
    const { database } = openStageFile(stagePath(folder, runId));
    try {
      return damageOf(database, deep ? 'whole' : 'sampled') === null ? 'whole' : 'damaged';
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StageMissingError) return 'missing';
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}
