import { connect } from 'node:net';

/**
 * Opens connections that send the head of a request, `fill` bytes of a body and then a byte now and then, and keeps them open until standard input
 * ends. Prints `held` when all have been opened, and at the end how many answers of each status came.
 */
const {
  port,
  connections,
  head,
  times = 1,
  fill = 0,
  reads = true,
  dripMs = 0,
} = JSON.parse(process.argv[2]);
const request = head.repeat(times) + 'x'.repeat(fill);
const statuses = {};
const sockets = new Set();
let opened = 0;

const count = (name) => {
  statuses[name] = (statuses[name] ?? 0) + 1;
};
const open = () => {
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  if (!reads) socket.pause();
  socket.once('connect', () => {
    socket.write(request);
  });
  socket.on('data', (piece) => {
    if (/^retry-after: \d/im.test(piece.toString('latin1'))) count('Retry-After');
    for (const [, status] of piece.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) count(status);
  });
  socket.on('error', ({ code }) => count(code));
  socket.on('close', () => sockets.delete(socket));
};
const opening = setInterval(() => {
  for (let more = 0; more < 50 && opened < connections; more += 1, opened += 1) open();
  if (opened < connections) return;
  clearInterval(opening);
  process.stdout.write('held\n');
}, 5);
if (dripMs > 0)
  setInterval(() => {
    for (const socket of sockets) if (socket.writableLength < 1_000) socket.write('a');
  }, dripMs);
process.stdin.resume().on('end', () => {
  process.stdout.write(`${JSON.stringify(statuses)}\n`, () => process.exit());
});
