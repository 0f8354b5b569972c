const PATIENCE_MS = 10_000;

/** Size of the file in bytes according to the server, without downloading it; null if unknown. */
export async function remoteBytes(
  url: string,
  contact: string,
  patienceMs = PATIENCE_MS,
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      headers: { 'user-agent': `Dossier (${contact})`, 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(patienceMs),
    });
    const length = response.headers.get('content-length') ?? '';
    return response.ok && /^\d+$/.test(length) ? Number(length) : null;
  } catch {
    return null;
  }
}
