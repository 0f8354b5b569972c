/**
 * A setting of the environment that one publisher needs. It is declared next to the sources that use it. The configuration, its
 * faults and the page of settings are derived from it.
 */
export interface Setting<Value = unknown> {
  readonly name: `DOSSIER_${string}`;
  /** The text if none is given; empty for none. */
  readonly fallback: string;
  readonly meaning: string;
  /** Undefined for a text that is not allowed. */
  readonly read: (text: string) => Value | undefined;
  /** In the fault: `<name> must be <what>`. */
  readonly what: string;
  /** The fault does not repeat the text. */
  readonly isSecret?: true;
}

type Name = Setting['name'];

/** A key, a user or a password: it is sent as a header or in a login. */
export function token(name: Name, meaning: string): Setting<string | null> {
  const read = (text: string) => (/^[\x21-\x7e]*$/.test(text) ? text || null : undefined);
  const what = 'a token of letters, digits and signs, without blanks';
  return { name, fallback: '', meaning, read, what, isSecret: true };
}

/** Address of an API; it ends with a slash. */
export function address(name: Name, fallback: string, meaning: string): Setting<string> {
  return { name, fallback, meaning, read: readAddress, what: `an address such as ${fallback}` };
}

export interface Server {
  readonly host: string;
  readonly port: number;
}

/** A server of SSH, by its host name. */
export function server(name: Name, fallback: string, meaning: string): Setting<Server> {
  return { name, fallback, meaning, read: readServer, what: 'a host name, or one with a port (host:22)' };
}

/** Fingerprint of a host key. */
export function fingerprint(name: Name, meaning: string): Setting<string | null> {
  const read = (text: string) =>
    text === '' || /^SHA256:[A-Za-z0-9+/]{43}$/.test(text) ? text || null : undefined;
  const what = 'a fingerprint such as ssh-keygen -l shows, SHA256: and 43 characters';
  return { name, fallback: '', meaning, read, what };
}

function readAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/*$/, '/') : undefined;
}

function readServer(text: string): Server | undefined {
  const [, host, port = '22'] = /^([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isServer = host !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
  return isServer ? { host, port: Number(port) } : undefined;
}
