import type { SftpLogin } from '../../declare/index.js';
import { fingerprint, server, token } from '../../declare/setting.js';

/** The server of the Division's data downloads. */
export const FLORIDA_LOGIN: SftpLogin = {
  server: server(
    'DOSSIER_FL_SFTP_HOST',
    'sftp.floridados.gov',
    'SFTP server of the Florida Division of Corporations; add `:port` if it is not 22.',
  ),
  user: token(
    'DOSSIER_FL_SFTP_USER',
    'User of that server. The Division prints a public one on its page of data downloads ' +
      '(dos.fl.gov/sunbiz/other-services/data-downloads); the server refuses other users.',
  ),
  password: token('DOSSIER_FL_SFTP_PASSWORD', 'Password of that user, printed on the same page.'),
  hostKey: fingerprint(
    'DOSSIER_FL_SFTP_HOST_KEY',
    'Fingerprint that the server’s key must have, as `ssh-keygen -l` shows it: SHA256:…. If it is not set, the first key seen ' +
      'is stored in `host-keys.json` in the data folder, and any other key is refused from then on.',
  ),
};
