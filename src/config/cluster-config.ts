import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from './config-error.js';
import { choice, text } from './setting-kinds.js';

const DURABILITIES = ['standby', 'managed', 'local'] as const;

/** Settings of a cluster; without them nothing of it is loaded. */
export const CLUSTER_SETTINGS = {
  DOSSIER_POSTGRES: text(
    '',
    'Address of the PostgreSQL database with the shared state of a cluster: postgres://user@host1,host2/database. Dossier tries the hosts in turn and uses the primary.',
  ),
  DOSSIER_POSTGRES_PASSWORD_FILE: text('', 'File that contains only the PostgreSQL password.'),
  DOSSIER_POSTGRES_DURABILITY: choice(
    DURABILITIES,
    'standby',
    'The failure that a commit must survive. `standby`: the loss of the primary; requires synchronous standbys. `managed`: as guaranteed by the provider. `local`: a crash only.',
  ),
  DOSSIER_PUBLICATIONS: text(
    '',
    'Store of the published data versions: s3://bucket/prefix, or file:///mnt/shared. If set, `serve` follows the published versions, and commands that load data publish when they finish. Requires DOSSIER_POSTGRES.',
  ),
  DOSSIER_S3_ENDPOINT: text(
    '',
    'Address of an S3-compatible store, such as https://s3.example.com. Default: AWS.',
  ),
  DOSSIER_S3_REGION: text('us-east-1', 'Region of the bucket.'),
  DOSSIER_S3_ADDRESSING: text(
    '',
    'Bucket addressing: `virtual` in the host name, `path` in the path. Default: `path` with DOSSIER_S3_ENDPOINT, `virtual` on AWS.',
  ),
  DOSSIER_S3_ACCESS_KEY: text(
    '',
    'Access key of the bucket. Default: the AWS credential chain (AWS_ACCESS_KEY_ID and AWS_SESSION_TOKEN, profiles, web identity (IRSA), ECS and EKS containers, EC2 instance roles).',
  ),
  DOSSIER_S3_SECRET_KEY_FILE: text('', 'File that contains only the secret key of the bucket.'),
  DOSSIER_NODE: text(
    '',
    'Name of this machine in the cluster: letters, digits, dots and hyphens. Default: the host name.',
  ),
} as const;

type Values = Readonly<Record<keyof typeof CLUSTER_SETTINGS, string>>;

export interface ClusterConfig {
  /** Name of this machine. */
  readonly node: string;
  readonly postgres: PostgresConfig;
  /** `null` if this machine loads its own data. */
  readonly publications: PublicationsPlace | null;
}

interface PostgresConfig {
  readonly url: string;
  readonly passwordFile: string | null;
  readonly durability: (typeof DURABILITIES)[number];
  readonly node: string;
}

/** It crosses threads, so it is plain data. */
export type PublicationsPlace = FolderPlace | BucketPlace;

interface FolderPlace {
  readonly kind: 'folder';
  /** Absolute. */
  readonly path: string;
}

export interface BucketPlace {
  readonly kind: 's3';
  readonly bucket: string;
  /** Start of the name of every object: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** Origin of the store; null: AWS. */
  readonly endpoint: string | null;
  /** Whether the bucket is named in the path of an address; in its host name if false. */
  readonly pathStyle: boolean;
  /** Null: credentials are found as by every AWS SDK. */
  readonly keys: BucketKeys | null;
}

export interface BucketKeys {
  readonly accessKey: string;
  readonly secretKeyFile: string;
}

/** Null where no cluster is set up. Throws `ConfigError` for a value that is not allowed. */
export function toClusterConfig(env: Values, durability: PostgresConfig['durability']): ClusterConfig | null {
  const url = env.DOSSIER_POSTGRES;
  if (url === '') {
    if (env.DOSSIER_PUBLICATIONS === '') return null;
    throw new ConfigError('DOSSIER_PUBLICATIONS requires DOSSIER_POSTGRES.');
  }
  const node = toNode(env.DOSSIER_NODE);
  return {
    node,
    postgres: {
      url: toPostgres(url),
      passwordFile: env.DOSSIER_POSTGRES_PASSWORD_FILE || null,
      durability,
      node,
    },
    publications: env.DOSSIER_PUBLICATIONS === '' ? null : toPlace(env),
  };
}

function toNode(text: string): string {
  const node = text || hostname();
  if (/^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/.test(node)) return node;
  throw new ConfigError(
    `DOSSIER_NODE must be up to 100 letters, digits, dots and hyphens; got ${JSON.stringify(node)}.`,
  );
}

/** The address is read where it is used; a password in it is not repeated. */
function toPostgres(text: string): string {
  if (/^postgres(?:ql)?:\/\//.test(text)) return text;
  throw new ConfigError('DOSSIER_POSTGRES must be an address such as postgres://user@host1,host2/database.');
}

function toPlace(env: Values): PublicationsPlace {
  const text = env.DOSSIER_PUBLICATIONS;
  const [, bucket, path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(text) ?? [];
  if (bucket !== undefined) return toBucket(env, bucket, path.slice(1));
  if (/^file:\/\/\/[^?#]+$/.test(text) && URL.canParse(text))
    return { kind: 'folder', path: resolve(fileURLToPath(text)) };
  throw new ConfigError(
    `DOSSIER_PUBLICATIONS must be s3://bucket/prefix or file:///folder; it is ${JSON.stringify(text)}.`,
  );
}

function toBucket(env: Values, bucket: string, path: string): BucketPlace {
  const region = env.DOSSIER_S3_REGION;
  if (!/^[a-z0-9-]{1,50}$/i.test(region))
    throw new ConfigError(
      `DOSSIER_S3_REGION must be a name such as us-east-1; it is ${JSON.stringify(region)}.`,
    );
  const endpoint = env.DOSSIER_S3_ENDPOINT;
  if (endpoint !== '' && !(URL.canParse(endpoint) && /^https?:\/\/[^/?#@]+\/?$/.test(endpoint)))
    throw new ConfigError(
      'DOSSIER_S3_ENDPOINT must be an address without a path, such as https://s3.example.com.',
    );
  const prefix = path === '' ? '' : `${path}/`;
  return {
    kind: 's3',
    bucket,
    prefix,
    region,
    endpoint: endpoint === '' ? null : new URL(endpoint).origin,
    pathStyle: isPathStyle(env.DOSSIER_S3_ADDRESSING, endpoint, bucket),
    keys: toKeys(env),
  };
}

/** A bucket name with a dot matches no certificate of AWS as a host name. */
function isPathStyle(text: string, endpoint: string, bucket: string): boolean {
  if (text === '') return endpoint !== '' || bucket.includes('.');
  if (text === 'path' || text === 'virtual') return text === 'path';
  throw new ConfigError(`DOSSIER_S3_ADDRESSING must be path or virtual; it is ${JSON.stringify(text)}.`);
}

function toKeys(env: Values): BucketKeys | null {
  const { DOSSIER_S3_ACCESS_KEY: accessKey, DOSSIER_S3_SECRET_KEY_FILE: secretKeyFile } = env;
  if (accessKey !== '' && secretKeyFile !== '') return { accessKey, secretKeyFile };
  if (accessKey === '' && secretKeyFile === '') return null;
  throw new ConfigError('Set both DOSSIER_S3_ACCESS_KEY and DOSSIER_S3_SECRET_KEY_FILE, or neither.');
}
