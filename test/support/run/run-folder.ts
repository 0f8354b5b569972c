/** The temporary folder of the whole run, for what its files share; see `scratch-folder.ts`. */
export function runFolder(): string {
  const { TEST_RUN_FOLDER: folder } = process.env;
  if (folder === undefined) throw new Error('Only tests have a folder of their run.');
  return folder;
}
