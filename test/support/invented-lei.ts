/** Returns the LEI of an invented body, with the check digits of ISO 17442. */
export function lei(at: number): string {
  const base = `INVENTED00000000${String(at).padStart(2, '0')}`;
  const digits = [...`${base}00`].map((letter) => Number.parseInt(letter, 36)).join('');
  return base + String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
