#!/usr/bin/env node
// Only what any version of Node can read stands here: an old one must be told, not fail on syntax.
var parts = process.versions.node.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  process.stderr.write(
    'dossier: Node ' +
      process.versions.node +
      ' is not supported. Install Node 20.19 or newer, then run `npm ci` again.\n',
  );
  process.exitCode = 1;
} else {
  import('../dist/program/main.js').then(undefined, (error) => {
    var isMissing = /^(ERR_DLOPEN_FAILED|(ERR_)?MODULE_NOT_FOUND)$/.test(error.code);
    var cure = isMissing ? ' Run `npm ci` again, or reinstall the package.' : '';
    process.stderr.write(
      'dossier: Dossier cannot be loaded: ' + String(error.message).split('\n')[0] + '.' + cure + '\n',
    );
    process.exitCode = 1;
  });
}
