/** Node's own server and nothing behind it, in a process of its own: how long a probe takes on this machine at this time. Prints its port. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
