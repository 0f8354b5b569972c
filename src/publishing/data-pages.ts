import { type FileHandle, open } from 'node:fs/promises';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/**
 * The offset in the header of the two bytes that enable the WAL. Published files have none, so that they can be opened
 * read-only.
 */
const FORMATS_AT = 18;

/** The file does not start with the header of an SQLite database. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/**
 * The pages of a database file as they are published: the first one says that there is no WAL. The file must not be written
 * meanwhile, and SQLite must have checkpointed the whole WAL.
 */
export class DataPages {
  readonly path: string;
  readonly pageBytes: number;
  readonly fileBytes: number;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle, pageBytes: number, fileBytes: number) {
    this.path = path;
    this.#file = file;
    this.pageBytes = pageBytes;
    this.fileBytes = fileBytes;
  }

  /** Rejects with `NoDatabaseError`. */
  static async open(path: string): Promise<DataPages> {
    const file = await open(path, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
      const { size } = await file.stat();
      const said = header.readUInt16BE(16);
      const pageBytes = said === 1 ? 2 ** 16 : said;
      const isDatabase = bytesRead === HEADER_BYTES && header.toString('latin1', 0, 16) === MAGIC;
      if (!isDatabase || pageBytes < 512 || size % pageBytes !== 0)
        throw new NoDatabaseError(`${path} is not an SQLite database.`);
      return new DataPages(path, file, pageBytes, size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get pages(): number {
    return this.fileBytes / this.pageBytes;
  }

  /** Fills the buffer from offset `at` of the file, up to its end; resolves to the filled part. */
  async read(into: Buffer, at: number): Promise<Buffer> {
    const wanted = Math.min(into.length, this.fileBytes - at);
    for (let filled = 0; filled < wanted; ) {
      const { bytesRead } = await this.#file.read(into, filled, wanted - filled, at + filled);
      if (bytesRead === 0) throw new Error(`${this.path} was truncated while it was being read.`);
      filled += bytesRead;
    }
    if (at === 0 && wanted >= HEADER_BYTES) into.fill(1, FORMATS_AT, FORMATS_AT + 2);
    return into.subarray(0, wanted);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
