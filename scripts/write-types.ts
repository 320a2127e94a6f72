/**
 * Writes the types of the construct into `dist/lib`: the files from TypeScript that `index.d.ts` needs. Relative imports get their
 * extension, which ES modules require. Source: TypeScript handbook, "Modules - Theory": "Relative file paths need
 * extensions". The type of a config's content is written out, since its schema is not part of the package.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { contentJsonSchema } from '../lambda/core/config/schema/config-schema';
import { typesOf } from './config-types';

const ROOT = join(__dirname, '..');
const ENTRY = 'lib/index';
const WRITTEN_OUT = 'lib/config-content';

function writeTypes(): void {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // Within the repository, where TypeScript finds the packages.
  const folder = mkdtempSync(join(ROOT, 'dist/.types-'));
  try {
    emitInto(folder);
    const texts = new Map([[ENTRY, '']]);
    // Iterating a map also also visits entries that are added.
    for (const [file] of texts) {
      const text =
        file === WRITTEN_OUT ? typesOf(contentJsonSchema()) : readFileSync(join(folder, `${file}.d.ts`), 'utf8');
      texts.set(file, text.replace(/(from ')(\.[^']*)(')/g, '$1$2.js$3'));
      for (const [, path] of text.matchAll(/from '(\.[^']*)'/g)) {
        const target = posix.join(dirname(file), String(path));
        if (!target.startsWith('lib/'))
          throw new Error(`${file} exports a type of ${target}, which is not part of lib`);
        if (!texts.has(target)) texts.set(target, '');
      }
    }
    for (const [file, text] of texts) {
      mkdirSync(join(ROOT, 'dist', dirname(file)), { recursive: true });
      writeFileSync(join(ROOT, 'dist', `${file}.d.ts`), text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function emitInto(folder: string): void {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: folder,
    rootDir: ROOT,
  };
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    files: [join(ROOT, `${ENTRY}.ts`)],
    include: [],
    compilerOptions,
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' });
}

writeTypes();
