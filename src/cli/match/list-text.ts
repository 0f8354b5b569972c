import { WindowsText } from '../../ingest/read/tables/windows-text.js';

interface Decoder {
  push(bytes: Buffer): string;
  end(): string;
}

/** How the text of a list lies in its bytes. */
export interface ListEncoding {
  /** By its mark; undefined: UTF-8, or Windows-1252 where it is no UTF-8. */
  readonly utf16: 'utf-16le' | 'utf-16be' | undefined;
  /** Lines end with CR alone, as old programs for the Macintosh write them. */
  readonly endsWithCr: boolean;
}

export function encodingOf(head: Buffer): ListEncoding {
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0);
  const utf16 = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : undefined;
  const text = decoderOf(utf16).push(head);
  return { utf16, endsWithCr: text.includes('\r') && !text.includes('\n') };
}

/** The text of a list, piece by piece; lines end with LF or CRLF. */
export class ListText {
  readonly #decoder: Decoder;
  readonly #endsWithCr: boolean;

  constructor({ utf16, endsWithCr }: ListEncoding) {
    this.#decoder = decoderOf(utf16);
    this.#endsWithCr = endsWithCr;
  }

  push(bytes: Buffer): string {
    return this.#withLf(this.#decoder.push(bytes));
  }

  end(): string {
    return this.#withLf(this.#decoder.end());
  }

  #withLf(text: string): string {
    return this.#endsWithCr ? text.replaceAll('\r', '\n') : text;
  }
}

function decoderOf(utf16: ListEncoding['utf16']): Decoder {
  if (utf16 === undefined) return new WindowsText('', () => undefined);
  const decoder = new TextDecoder(utf16);
  return {
    push: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}
