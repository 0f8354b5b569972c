import { SaxesParser } from 'saxes';
import type { Warn, XmlElement } from '../../../sources/declare/index.js';
import { BrokenDocument, InputError } from '../support/context.js';
import { Utf8Text } from '../tables/text.js';
import { fromWindows } from '../tables/windows-text.js';

interface Growing {
  readonly name: string;
  text: string;
  readonly children: Growing[];
}

interface Decoder {
  push(bytes: Buffer): string;
  end(): string;
}

const DECLARATION_BYTES = 256;
const ENCODING = /^[\xef\xbb\xbf\s]*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/** Builds the required elements of a document, and their ancestors, from chunks of bytes. */
export class XmlReader {
  readonly #label: string;
  readonly #keep: ReadonlySet<string>;
  /** Paths of the elements that contain kept ones. */
  readonly #above: ReadonlySet<string>;
  readonly #warn: Warn;
  #decoder: Decoder | undefined;
  /** The first bytes, until they contain the whole XML declaration. */
  #head: Buffer = Buffer.alloc(0);
  readonly #parser = new SaxesParser();
  readonly #root: Growing = { name: '', text: '', children: [] };
  readonly #open: (Growing | undefined)[] = [this.#root];
  #path = '';
  /** Depth of the kept element that contains the current one. */
  #keptDepth = Number.POSITIVE_INFINITY;
  #atStart = true;

  /** `keep`: paths such as `/Return/ReturnHeader/Filer`, which include all descendants. */
  constructor(label: string, keep: readonly string[], warn: Warn) {
    this.#label = label;
    this.#warn = warn;
    this.#keep = new Set(keep);
    this.#above = new Set(keep.flatMap(pathsAbove));
    this.#parser.on('opentag', ({ name }) => this.#enter(name));
    this.#parser.on('closetag', () => this.#leave());
    this.#parser.on('text', (text) => this.#read(text));
    this.#parser.on('cdata', (text) => this.#read(text));
  }

  push(chunk: Buffer): void {
    if (this.#decoder) this.#write(this.#decoder.push(chunk));
    else {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length >= DECLARATION_BYTES) this.#decodeHead();
    }
  }

  /** The root element. Throws BrokenDocument if it is truncated or not XML. */
  end(): XmlElement {
    const decoder = this.#decoder ?? this.#decodeHead();
    this.#write(decoder.end());
    this.#guarded(() => this.#parser.close());
    const [root] = this.#root.children;
    if (root === undefined)
      throw new BrokenDocument(`${this.#label} contains none of the expected XML elements.`);
    return root;
  }

  #decodeHead(): Decoder {
    const declared = ENCODING.exec(this.#head.toString('latin1', 0, DECLARATION_BYTES))?.[1];
    const decoder = this.#decoderOf(declared?.toLowerCase());
    this.#decoder = decoder;
    this.#write(decoder.push(this.#head));
    return decoder;
  }

  /** XML 1.0, 4.3.3. A UTF-16 document has already been converted to UTF-8. */
  #decoderOf(encoding = 'utf-8'): Decoder {
    if (/^(?:utf-?8|utf-16(?:le|be)?|us-ascii|ascii)$/.test(encoding))
      return new Utf8Text(this.#label, this.#warn);
    if (/^(?:iso-8859-1|latin-?1|windows-1252|cp-?1252)$/.test(encoding))
      return { push: fromWindows, end: () => '' };
    try {
      const decoder = new TextDecoder(encoding);
      return { push: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
    } catch (error) {
      throw new InputError(
        `${this.#label} declares the encoding "${encoding}", which is not supported; convert it to UTF-8.`,
        { cause: error },
      );
    }
  }

  /** Some returns start with a byte order mark or spaces, which a strict parser treats as text. */
  #write(text: string): void {
    const plain = this.#atStart ? text.replace(/^[\ufeff\s]+/, '') : text;
    if (plain === '') return;
    this.#atStart = false;
    this.#guarded(() => this.#parser.write(plain));
  }

  #guarded(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const sentence = why.replace(/\s+/g, ' ').replace(/\.?$/, '.');
      throw new BrokenDocument(`${this.#label} is not a complete XML document: ${sentence}`, {
        cause: error,
      });
    }
  }

  #enter(tag: string): void {
    const name = tag.slice(tag.indexOf(':') + 1);
    this.#path += `/${name}`;
    const depth = this.#open.length;
    const parent = this.#open.at(-1);
    if (this.#keep.has(this.#path)) this.#keptDepth = Math.min(this.#keptDepth, depth);
    const element =
      parent && (depth >= this.#keptDepth || this.#above.has(this.#path))
        ? { name, text: '', children: [] }
        : undefined;
    if (element) parent?.children.push(element);
    this.#open.push(element);
  }

  #leave(): void {
    this.#open.pop();
    if (this.#open.length === this.#keptDepth) this.#keptDepth = Number.POSITIVE_INFINITY;
    this.#path = this.#path.slice(0, this.#path.lastIndexOf('/'));
  }

  #read(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }
}

function pathsAbove(path: string): string[] {
  const names = path.split('/');
  return names.slice(2).map((_, at) => names.slice(0, at + 2).join('/'));
}
