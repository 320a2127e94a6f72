/** Collects the licences of the packages whose code is in `dist/`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const ROOT = join(__dirname, '..');
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns all packages with code in the builds, with their licences; a shared text is listed once. */
export function thirdPartyNotices(metafiles: readonly Metafile[]): string {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    ),
  );
  const folders = new Set(inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  const byLicence = new Map<string, Set<string>>();
  for (const folder of folders) {
    const { title, text } = licenceOf(join(ROOT, folder));
    byLicence.set(text, (byLicence.get(text) ?? new Set()).add(title));
  }
  const parts = [...byLicence].map(([text, titles]) => `${[...titles].sort().join('\n')}\n\n${text}`).sort();
  return ['The files beside this one contain code from these packages.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): { readonly title: string; readonly text: string } {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} has no licence in its package.json`);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const notice = join(folder, 'NOTICE');
  const texts = [
    file === undefined
      ? `Licensed under ${license}${author ? `, ${author.name ?? author}` : ''}.`
      : readFileSync(join(folder, file), 'utf8'),
    ...(existsSync(notice) ? [readFileSync(notice, 'utf8')] : []),
  ];
  return { title: `${name} ${version} (${license})`, text: texts.map((text) => text.trim()).join('\n\n') };
}
