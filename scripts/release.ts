/**
 * `npm run release`: prepares a release except for the last step. It stops at the first fault, and writes only `dist/` and the package.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';
import lock from '../package-lock.json';

const { name, version } = manifest;
const ROOT = join(__dirname, '..');

function main(): void {
  const changed = outputOf('git', 'status', '--porcelain');
  if (changed !== '') stop(`these files are not committed:\n${changed}`);
  if (lock.version !== version || lock.packages[''].version !== version) {
    stop(`package.json has version ${version}, package-lock.json has another: run "npm install --package-lock-only"`);
  }
  // npm shows README with relative links into this repository.
  if (!('repository' in manifest)) stop('package.json has no "repository": name the public one');
  const released = sectionOf(version);
  if (released === '') stop(`CHANGELOG.md says nothing below a line "## ${version}": say what is new`);
  const tag = `v${version}`;
  if (outputOf('git', 'tag', '--list', tag) !== '')
    stop(`the tag ${tag} is there already: set another version in package.json`);

  // Without files from a former build.
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const [packed] = JSON.parse(outputOf('npm', 'pack', '--json', '--ignore-scripts=false')) as readonly PackedFile[];
  if (packed === undefined) stop('npm pack has written no package');
  // npm puts the installed commands into the PATH.
  run('publint', packed.filename, '--strict');

  say(
    `${name} ${version}: ${packed.filename}, ${megabytes(packed.size)} MB, ${megabytes(packed.unpackedSize)} MB installed\n`,
  );
  say(`${released}\n`);
  say('CI has to be green for this commit. Then what is left is:\n');
  say(`  git tag ${tag} && git push origin ${tag}`);
  say(`  npm publish --access public ${packed.filename}`);
}

interface PackedFile {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

/** Returns the changelog's section about a version. */
function sectionOf(released: string): string {
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const [, ...lines] = sections.find((section) => section.split('\n')[0]?.trim() === released)?.split('\n') ?? [];
  return lines.join('\n').trim();
}

function outputOf(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) stop(`${command} could not be started (${error.message}): run "npm ci"`);
  if (status !== 0) stop(`${[command, ...args].join(' ')} found what is listed above`);
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function stop(reason: string): never {
  process.stderr.write(`release: ${reason}\n`);
  process.exit(1);
}

main();
