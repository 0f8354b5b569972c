/**
 * Encodes records for another thread without the names of their members: a message with objects repeats the names in every
 * object and is slow to deserialise. The order of the members is declared once for both ends.
 */

/** Records as one text and some integers each. */
export interface PackedRecords {
  readonly texts: readonly string[];
  readonly numbers: Int32Array;
}

/** For many records of texts: one text is copied faster than several. */
export function textCodec<NumberName extends string, TextName extends string>(
  numberNames: readonly NumberName[],
  textNames: readonly TextName[],
) {
  type Texts = Readonly<Record<TextName, string>>;
  type Packable = Readonly<Record<NumberName, number | boolean>> & Texts;
  type Unpacked = Readonly<Record<NumberName, number>> & Texts;
  const width = numberNames.length + textNames.length;
  return {
    pack(records: readonly Packable[]): PackedRecords {
      const numbers = new Int32Array(records.length * width);
      let at = 0;
      const texts = records.map((record) => {
        for (const name of numberNames) numbers[at++] = Number(record[name]);
        let all = '';
        for (const name of textNames) {
          const text: string = record[name];
          all += text;
          numbers[at++] = text.length;
        }
        return all;
      });
      return { texts, numbers };
    },
    /** Booleans are returned as 0 or 1. */
    unpack({ texts, numbers }: PackedRecords): Unpacked[] {
      let at = 0;
      return texts.map((all) => {
        const record: Record<string, number | string> = {};
        for (const name of numberNames) record[name] = numbers[at++] ?? 0;
        let start = 0;
        for (const name of textNames) {
          const end = start + (numbers[at++] ?? 0);
          record[name] = all.slice(start, end);
          start = end;
        }
        return record as Unpacked;
      });
    },
  };
}

/** For few records with any values: a single list of values, which a message copies as it is. Undefined members are omitted. */
export function listCodec<Packable extends object>(names: readonly (keyof Packable)[]) {
  return {
    pack: (records: readonly Packable[]): readonly unknown[] => {
      const values: unknown[] = [];
      for (const record of records) for (const name of names) values.push(record[name]);
      return values;
    },
    unpack: (values: readonly unknown[]): Packable[] => {
      const records: Packable[] = [];
      for (let at = 0; at < values.length; ) {
        const record: Partial<Packable> = {};
        for (const name of names) {
          const value = values[at++];
          if (value !== undefined) record[name] = value as Packable[typeof name];
        }
        records.push(record as Packable);
      }
      return records;
    },
  };
}
