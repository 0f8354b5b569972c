/** The first column of delta files (`FY(All)_All_Contracts_Delta_<date>.zip`): C for a new or changed action, D for a deleted one. */
export const DELETION_COLUMN = 'correction_delete_ind';

/** Throws if a row deletes an action: the rest of its award is not in the file. */
export function refuseDeletion(indicator: string | undefined): void {
  if (indicator?.toUpperCase() !== 'D') return;
  throw new Error(
    'The files delete actions of awards (correction_delete_ind D), which is not supported. Load the full files of the years instead of the delta files.',
  );
}
