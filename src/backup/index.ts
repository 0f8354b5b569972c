export { backUp } from './back-up.js';
export { BackupError } from './error.js';
export { restore } from './restore.js';
