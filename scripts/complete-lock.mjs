// Completes package-lock.json with the platform packages that its registry did not hold when it was written.
//
// `npm install` leaves out of the lock file an optional package that it could not fetch, and `npm ci` then refuses that
// lock file. The missing ones are binaries for other systems: their name gives the system, their parent the version.
// Run after a change of dependencies: npm run lock
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = [];

for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (resolves(path, name)) continue;
    const platform = platformOf(name);
    if (!platform) throw new Error(`${name} is missing from ${FILE}, and its name tells no platform`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      ...platform,
    };
    added.push(`${name}@${version}`);
  }
}

const { '': root, ...others } = lock.packages;
const sorted = Object.entries(others).sort(([left], [right]) => (left < right ? -1 : 1));
lock.packages = { '': root, ...Object.fromEntries(sorted) };
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} platform packages added to ${FILE}\n`);

/** Whether `name` is found from the package at `path`, looking upwards as Node does. */
function resolves(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function platformOf(name) {
  const match =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|loong64|ppc64|riscv64|s390x)/.exec(name);
  if (!match) return null;
  const libc = name.includes('musl') ? 'musl' : match[1] === 'linux' ? 'glibc' : null;
  return { cpu: [match[2]], os: [match[1]], ...(libc ? { libc: [libc] } : {}) };
}
