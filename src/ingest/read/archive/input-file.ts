/** A file, or a member of a zip, as decompressed bytes. */
export interface InputFile {
  /** The name of the member, or of the file without its folder. Never used as a path. */
  readonly name: string;
  /** For messages: `data.csv`, or `data.zip (member.csv)`. */
  readonly label: string;
  /** The containing file on disk. */
  readonly container: string;
  /** Position among the run's files; `undefined` if the run has one only. */
  readonly place: number | undefined;
  /** A zip may contain members that belong to no table; a file given by name must belong to one. */
  readonly inArchive: boolean;
  /** Can be read once. Throws InputError if the file is truncated, damaged or a decompression bomb. */
  chunks(): AsyncIterable<Buffer>;
}
