import { type Objects, ObjectsAwayError } from './objects.js';

/** Writes, reads and removes an object. Rejects with `ObjectsAwayError` if one of these fails. */
export async function tryPlace(objects: Objects): Promise<void> {
  // Outside the prefix of versions, so that no listing of versions contains it.
  const name = `try/${process.pid}-${Math.random().toString(36).slice(2)}`;
  const bytes = Buffer.from('Dossier can write here.');
  await objects.put(name, bytes);
  const found = await objects.get(name).catch(async (error: unknown) => {
    await objects.remove([name]).catch(() => undefined);
    throw error;
  });
  await objects.remove([name]);
  if (!found.equals(bytes))
    throw new ObjectsAwayError('The publication store returned different bytes than were written.');
}
