const EVERY_MS = 10_000;

/** Says every ten seconds how far a long work has come. */
export function progressOf(what: string): (share: number) => void {
  const started = performance.now();
  let said = started;
  return (share) => {
    const now = performance.now();
    if (now - said < EVERY_MS) return;
    said = now;
    const seconds = ((now - started) / 1_000).toFixed(0);
    process.stderr.write(`${what}: ${(share * 100).toFixed(0)} % after ${seconds} s\n`);
  };
}
