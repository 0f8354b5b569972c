import { Socket } from 'node:net';

/** The program of `duplicateSocket`: neither reads the socket it inherited nor accepts connections from it. */
const INHERITED = 3;
const socket = new Socket({ fd: INHERITED, readable: false, writable: false });
// Node sends its handle, which has no public name: a server would begin to accept on its way.
const { _handle: handle } = socket as unknown as { readonly _handle: import('node:net').Server };
// The parent may have ended meanwhile: then there is nobody to send it to.
process.send?.('socket', handle, () => {
  if (process.connected) process.disconnect();
});
