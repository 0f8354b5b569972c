// Claims folders as the first commands on them do, each as soon as it is there; one of two such processes confirms them.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [module, folders, count, confirms] = process.argv.slice(2);
const { claimFolder, confirmFolder } = await import(pathToFileURL(module).href);

process.stdout.write('there\n');
for (let round = 0; round < Number(count); round += 1) {
  const path = `${folders}/${round}`;
  while (!existsSync(path));
  const folder = claimFolder(path, 'data');
  if (confirms === 'confirms') confirmFolder(folder);
}
