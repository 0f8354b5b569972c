/** A file, or a member of a zip, as decompressed bytes. */
export interface InputFile {
  /** The member's name, or the file's without its folder. Never used as a path. */
  readonly name: string;
  /** For messages: `data.csv`, or `data.zip (member.csv)`. */
  readonly label: string;
  /** The containing file on disk. */
  readonly container: string;
  /** Its place among the run's files; undefined if the run reads one only. */
  readonly place: number | undefined;
  /** A zip may hold members that no table wants; a file that was named may not be one. */
  readonly inArchive: boolean;
  /** Can be read once. Throws InputError where the file is cut, damaged or a bomb. */
  chunks(): AsyncIterable<Buffer>;
}
