export { backUp } from './back-up.js';
export { BackupError } from './error.js';
export { type BackupManifest, readBackup, storedFile } from './manifest.js';
export { restore } from './restore.js';
export { backUpAndRotate } from './rotate.js';
