import { type Objects, ObjectsAwayError } from './objects.js';

/** Puts an object, reads it and removes it again. Rejects with `ObjectsAwayError` if one of them is refused. */
export async function tryPlace(objects: Objects): Promise<void> {
  // No version is under this name, and no listing of versions finds it.
  const name = `try/${process.pid}-${Math.random().toString(36).slice(2)}`;
  const bytes = Buffer.from('Dossier can write here.');
  await objects.put(name, bytes);
  const found = await objects.get(name).catch(async (error: unknown) => {
    await objects.remove([name]).catch(() => undefined);
    throw error;
  });
  await objects.remove([name]);
  if (!found.equals(bytes))
    throw new ObjectsAwayError('The publication store returns other bytes than were written.');
}
