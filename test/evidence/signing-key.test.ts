import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/settings.js';
import {
  KEY_FILE,
  openSigningKey,
  publicKeyIn,
  publicPem,
  SigningKeyError,
} from '../../src/evidence/signing-key.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-key-'));

test('a folder has one key, made once, for its owner alone', () => {
  const folder = newFolder();
  const key = openSigningKey(folder);
  expect(openSigningKey(folder).publicKey).toBe(key.publicKey);
  expect(openSigningKey(newFolder()).publicKey).not.toBe(key.publicKey);
  expect(readdirSync(folder)).toEqual([KEY_FILE]);
  if (process.platform !== 'win32') expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600);
  expect(publicKeyIn(publicPem(key))).toBe(key.publicKey);
  expect(publicPem(key)).not.toContain('PRIVATE');
  expect(publicKeyIn(readFileSync(join(folder, KEY_FILE), 'utf8'))).toBe(key.publicKey);
});

test('a key that is cut or of another kind is refused with its cure, and left as it is', () => {
  const folder = newFolder();
  openSigningKey(folder);
  truncateSync(join(folder, KEY_FILE), 50);
  expect(() => openSigningKey(folder)).toThrow(SigningKeyError);
  const { privateKey } = generateKeyPairSync('ed448');
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(folder, KEY_FILE), other);
  expect(() => openSigningKey(folder)).toThrow(
    /evidence\.key is not an Ed25519 key\. Put the file back, or delete it/,
  );
  expect(readFileSync(join(folder, KEY_FILE), 'utf8')).toBe(other);
  expect(publicKeyIn(String(other))).toBeUndefined();
});

test('a key that is given signs in place of the folder’s, on every node, and the folder gets none', () => {
  const folder = newFolder();
  const pem = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(openSigningKey(folder, pem).publicKey).toBe(openSigningKey(newFolder(), pem).publicKey);
  expect(readdirSync(folder)).toEqual([]);
  expect(openSigningKey(folder).publicKey).not.toBe(openSigningKey(folder, pem).publicKey);
});

test('a setting that holds no key is refused without a word of what it holds', () => {
  const { privateKey } = generateKeyPairSync('ed448');
  const other = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const text of ['not a key at all', other]) {
    const read = () => toConfig(readEnv({ DOSSIER_EVIDENCE_KEY: text }));
    expect(read).toThrow(
      /^DOSSIER_EVIDENCE_KEY must be an Ed25519 private key in PEM format\. Create one with: openssl/,
    );
    expect(read).not.toThrow(text.slice(0, 30));
  }
});
