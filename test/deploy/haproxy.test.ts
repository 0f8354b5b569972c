import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
if (!hasHaproxy) process.stderr.write('haproxy is not here: its configuration was not checked.\n');

describe.runIf(hasHaproxy)('the configuration of HAProxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const path = join(folder, 'haproxy.cfg');
  const socket = join(folder, 'socket');
  // The names of the other containers, and the server that resolves them, are not here.
  const config = readFileSync('deploy/compose/haproxy.cfg', 'utf8')
    .replace(' resolvers docker init-addr last,libc,none', '')
    .replace('bind :8080', `bind unix@${socket}`)
    .replaceAll(/node-\d:8080/g, '127.0.0.1:1');
  const problemsOf = (text: string): string => {
    writeFileSync(path, text);
    return spawnSync('haproxy', ['-c', '-f', path], { encoding: 'utf8' }).stderr;
  };

  it('has no fault that HAProxy finds', () => {
    expect(problemsOf(config)).toBe('');
    expect(problemsOf(config.replace('balance hdr', 'balnce hdr'))).toContain('balnce');
  });

  it('is that of the ingress on Kubernetes, too', () => {
    const ingress = parseAllDocuments(readFileSync('deploy/kubernetes/cluster.yaml', 'utf8'))
      .map((one) => one.toJS() as Ingress)
      .find(({ kind }) => kind === 'Ingress');
    const { annotations = {} } = ingress?.metadata ?? {};
    const lines = [
      `balance ${annotations['haproxy.org/load-balance']}`,
      ...String(annotations['haproxy.org/backend-config-snippet']).trim().split('\n'),
    ];
    expect(config).toContain(lines.map((line) => `  ${line}\n`).join(''));
  });

  it('starts within a low limit of open files', async () => {
    writeFileSync(path, config);
    const child = spawn('bash', ['-c', `ulimit -n 4096 && exec haproxy -db -f ${path}`], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => existsSync(socket) || child.exitCode !== null).toBe(true);
    expect(child.exitCode).toBeNull();
    child.kill();
    await ended;
  });
});
