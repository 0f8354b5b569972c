/**
 * An accession number as the 64-bit key in the filing index: its 18 digits as an integer.
 * `0001318605-26-000005` is 131860526000005n.
 */
export function accessionKey(accession: string): bigint {
  return BigInt(accession.replaceAll('-', ''));
}

export function accessionOf(key: bigint): string {
  const digits = key.toString().padStart(18, '0');
  return `${digits.slice(0, 10)}-${digits.slice(10, 12)}-${digits.slice(12)}`;
}
