import { Socket } from 'node:net';
import { handleOf } from '../../platform/internals/socket-handle.js';

/** The program of `duplicateSocket`: neither reads the socket it inherited nor accepts connections from it. */
const INHERITED = 3;
const socket = new Socket({ fd: INHERITED, readable: false, writable: false });
// If the parent has ended, there is no recipient.
process.send?.('socket', handleOf(socket), () => {
  if (process.connected) process.disconnect();
});
