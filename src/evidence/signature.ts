import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EvidenceSignature } from '../contract/records/evidence.js';

/** The DER of an Ed25519 public key before its 32 bytes (RFC 8410). */
const KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

type Unsigned = Readonly<Record<string, unknown>>;

/** Signed text is whole, by a key; or it is not, with the reason. */
type Verdict =
  | {
      readonly isWhole: true;
      readonly publicKey: string;
      readonly document: Unsigned;
      /** It was the `data` of an answer of the API; `meta` is not signed. */
      readonly isAnswer: boolean;
    }
  | { readonly isWhole: false; readonly why: string };

/** The canonical text of a document (RFC 8785) with its signature by the key. */
export function signed(
  document: Unsigned,
  key: { readonly secret: KeyObject; readonly publicKey: string },
): string {
  const head = {
    algorithm: 'Ed25519',
    canonicalization: 'RFC 8785',
    publicKey: key.publicKey,
  } as const;
  const whole = wellFormed(document);
  const value = sign(null, canonicalBytes({ ...whole, signature: head }), key.secret).toString('base64');
  return canonical({ ...whole, signature: { ...head, value } satisfies EvidenceSignature });
}

/** Checks a signed document. The key is the document's own: the caller compares it with the one that is trusted. */
export function verdictOn(text: string): Verdict {
  const parsed = parse(text);
  if (parsed === undefined)
    return { isWhole: false, why: 'It is not a JSON object, or contains a member twice.' };
  const isAnswer = Object.keys(parsed).sort().join() === 'data,meta' && isObject(parsed.data);
  const { signature, ...rest } = (isAnswer ? parsed.data : parsed) as Unsigned;
  if (!isSignature(signature)) return { isWhole: false, why: 'It has no Ed25519 signature over RFC 8785.' };
  const { value, ...head } = signature;
  const key = publicKeyOf(signature.publicKey);
  const bytes = Buffer.from(value, 'base64');
  if (key === undefined || bytes.toString('base64') !== value)
    return { isWhole: false, why: 'Its key or its signature is not base64.' };
  return fits({ ...rest, signature: head }, key, bytes)
    ? { isWhole: true, publicKey: signature.publicKey, document: rest, isAnswer }
    : { isWhole: false, why: 'The signature does not match: the evidence was changed after it was signed.' };
}

/** The 32 bytes of an Ed25519 public key, in base64. */
export function rawPublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(KEY_HEAD.length).toString('base64');
}

/** Undefined unless it is 32 bytes in base64. */
function publicKeyOf(base64: string): KeyObject | undefined {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== KEY_BYTES || raw.toString('base64') !== base64) return undefined;
  return createPublicKey({ key: Buffer.concat([KEY_HEAD, raw]), format: 'der', type: 'spki' });
}

function fits(document: Unsigned, key: KeyObject, signature: Buffer): boolean {
  try {
    return verify(null, canonicalBytes(document), key, signature);
  } catch {
    // It has no canonical form, so it cannot have been signed.
    return false;
  }
}

function parse(text: string): Unsigned | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // JSON.parse takes the last of several members with one name; another reader may take the first.
    return isObject(value) && membersIn(text) === countMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Unsigned {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts texts that a colon follows, in valid JSON. */
function membersIn(text: string): number {
  let members = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)) if (colon) members += 1;
  return members;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum: number, one) => sum + countMembers(one), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

function isSignature(value: unknown): value is EvidenceSignature {
  if (!isObject(value)) return false;
  const { algorithm, canonicalization, publicKey, value: bytes } = value;
  const areTexts = typeof publicKey === 'string' && typeof bytes === 'string';
  return algorithm === 'Ed25519' && canonicalization === 'RFC 8785' && areTexts;
}

/** As it will be parsed again. Half of a surrogate pair has no canonical form: it becomes U+FFFD. */
function wellFormed(document: Unsigned): Unsigned {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  ) as Unsigned;
}

function canonicalBytes(value: object): Buffer {
  return Buffer.from(canonical(value));
}

function canonical(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON has a canonical form.');
  return text;
}
