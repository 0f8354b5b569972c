import { describe, expect, test } from 'vitest';
import { XmlReader } from '../../../src/ingest/read/documents/xml.js';
import { InputError } from '../../../src/ingest/read/index.js';

const TEXT = `<?xml version="1.0"?>
<!-- note --><r:Root xmlns:r="urn:r"><Head><Name>J&#246;rg &amp; S\u00f6hne</Name><Left>out</Left></Head>
<Body><Item><Name><![CDATA[A < B]]></Name></Item><Other><Item/></Other></Body></r:Root>`;

function read(bytes: Buffer, keep: readonly string[], pieces = bytes.length) {
  const reader = new XmlReader('file.xml', keep, () => undefined);
  for (let at = 0; at < bytes.length; at += pieces) reader.push(bytes.subarray(at, at + pieces));
  return reader.end();
}

const child = (name: string, ...children: object[]) => ({ name, text: expect.any(String), children });
const leaf = (name: string, text: string) => ({ name, text, children: [] });

describe('an XML document', () => {
  test.each([1, 7, 10_000])(
    'keeps what is asked for and what it lies in, cut into pieces of %d bytes',
    (pieces) => {
      expect(read(Buffer.from(TEXT), ['/Root/Head/Name', '/Root/Body/Item'], pieces)).toEqual(
        child(
          'Root',
          child('Head', leaf('Name', 'Jörg & Söhne')),
          child('Body', child('Item', leaf('Name', 'A < B'))),
        ),
      );
    },
  );

  test('takes no element for one whose name only begins alike', () => {
    expect(read(Buffer.from('<a><ab>1</ab><b>2</b></a>'), ['/a/b'])).toEqual(child('a', leaf('b', '2')));
  });

  test.each([
    ['cut', '<a><b>1</b>'],
    ['no XML', 'ein,name'],
    ['empty', ''],
    ['of another root', '<z/>'],
  ])('that is %s is refused in one sentence', (_, text) => {
    expect(() => read(Buffer.from(text), ['/a/b'])).toThrow(InputError);
    expect(() => read(Buffer.from(text), ['/a/b'])).toThrow(/^file\.xml /);
  });
});
