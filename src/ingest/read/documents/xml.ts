import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import type { XmlElement } from '../../../sources/declare.js';
import { InputError } from '../context.js';

interface Growing {
  readonly name: string;
  text: string;
  readonly children: Growing[];
}

/** Builds a document's kept elements, and those they lie in, from chunks of bytes. */
export class XmlReader {
  readonly #label: string;
  readonly #keep: readonly string[];
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser = new SaxesParser();
  readonly #root: Growing = { name: '', text: '', children: [] };
  readonly #open: (Growing | undefined)[] = [this.#root];
  #path = '';
  #atStart = true;

  /** `keep` holds paths such as `/Return/ReturnHeader/Filer`; everything below a kept element is kept too. */
  constructor(label: string, keep: readonly string[]) {
    this.#label = label;
    this.#keep = keep;
    this.#parser.on('opentag', ({ name }) => this.#enter(name));
    this.#parser.on('closetag', () => this.#leave());
    this.#parser.on('text', (text) => this.#read(text));
    this.#parser.on('cdata', (text) => this.#read(text));
  }

  push(chunk: Buffer): void {
    this.#write(this.#decoder.write(chunk));
  }

  /** The root element. Throws InputError where the document was cut or is no XML. */
  end(): XmlElement {
    this.#write(this.#decoder.end());
    this.#guarded(() => this.#parser.close());
    const [root] = this.#root.children;
    if (root === undefined) throw new InputError(`${this.#label} holds no XML element that is read.`);
    return root;
  }

  /** Some returns begin with a byte order mark or blanks, which a strict parser takes for text. */
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
      throw new InputError(`${this.#label} is not a whole XML document: ${why}`, { cause: error });
    }
  }

  #enter(tag: string): void {
    const name = tag.slice(tag.indexOf(':') + 1);
    this.#path += `/${name}`;
    const parent = this.#open.at(-1);
    const element = parent && this.#isKept() ? { name, text: '', children: [] } : undefined;
    if (element) parent?.children.push(element);
    this.#open.push(element);
  }

  #leave(): void {
    this.#open.pop();
    this.#path = this.#path.slice(0, this.#path.lastIndexOf('/'));
  }

  #read(text: string): void {
    const element = this.#open.at(-1);
    if (element) element.text += text;
  }

  #isKept(): boolean {
    const path = `${this.#path}/`;
    return this.#keep.some((kept) => path.startsWith(`${kept}/`) || `${kept}/`.startsWith(path));
  }
}
