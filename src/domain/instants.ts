/** `2026-11-20T13:00:00.000Z`; milliseconds since 1970. */
export const isoInstant = lastRemembered((at) => new Date(at).toISOString());

/** `Fri, 20 Nov 2026 13:00:00 GMT`, as HTTP writes it; milliseconds since 1970. */
export const httpDate = lastRemembered((at) => new Date(at).toUTCString());

/** A load gives all its records one moment, and to write one is half a microsecond. */
function lastRemembered(write: (at: number) => string): (at: number) => string {
  let last = Number.NaN;
  let text = '';
  return (at) => {
    if (at !== last) {
      text = write(at);
      last = at;
    }
    return text;
  };
}
