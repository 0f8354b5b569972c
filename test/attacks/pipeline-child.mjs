/**
 * Sends a request over and over in one piece on each of some connections, and prints how many answers had come when all were cut
 * or answered. A process of its own: a probe beside it must not wait until these answers are read.
 */
import { connect } from 'node:net';

const { port, connections, times, request } = JSON.parse(process.argv[2] ?? '');
const HEAD = Buffer.from('HTTP/1.1 ');
const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
let answers = 0;

function attack() {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', resolve);
    socket.on('data', (piece) => {
      const bytes = Buffer.concat([rest, piece]);
      for (let at = bytes.indexOf(HEAD); at >= 0; at = bytes.indexOf(HEAD, at + 1)) answers += 1;
      rest = bytes.subarray(Math.max(0, bytes.length - HEAD.length + 1));
    });
    socket.write(request.repeat(times - 1) + last);
  });
}

await Promise.all(Array.from({ length: connections }, attack));
process.stdout.write(String(answers));
