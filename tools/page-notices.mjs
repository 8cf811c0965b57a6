// The notices of the page, from the list that Vite makes of what it has put into it: each license once, with whom it
// is for.
import { readFileSync } from 'node:fs';

const users = new Map();
for (const { name, version, identifier, text } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  if (!text) throw new Error(`${name} comes without the text of its license`);
  const notice = users.get(text) ?? { identifier, packages: [] };
  users.set(text, { ...notice, packages: [...notice.packages, `  · ${name} ${version}`] });
}
for (const [text, { identifier, packages }] of users) {
  console.log([`${'-'.repeat(80)}\n${identifier}, for`, ...packages, '', text.trim(), ''].join('\n'));
}
