/** The rooms of the design, and the rules for what they may import. */

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type Import, importsOf, impureMentionsOf } from './source-imports';

/** The config of receivers and of the public page: it stands below the core's config, and beside it when a file is read. */
const KEYS = String.raw`lambda/(receivers/(kinds|receiver-keys|[a-z]+/keys)|status-page/config/status-page-keys)\.ts`;
const CONFIG = String.raw`lambda/core/config/(?!parse/)|lambda/(receivers/setting-rules|status-page/core/status-page)\.ts|${KEYS}`;

/**
 * The rooms in their order: each imports only itself and rooms before it. A file belongs to the first room whose pattern fits. A room without
 * a pattern is the folder of its name.
 */
const ROOMS: readonly (readonly [name: string, pattern?: string])[] = [
  ...foldersIn('lambda/core', 'words fields keys conditions reasons'),
  ['lambda/core/config', CONFIG],
  ...foldersIn('lambda/core', 'probe auth history incident silences message notify state deliver metrics run'),
  ...foldersIn('lambda/core', 'documents invoke'),
  ['prices', 'lambda/core/cost/prices\\.ts'],
  ['lambda/status-page/core'],
  ['lambda/core/config/parse', 'lambda/(core/config/parse|status-page/config)/'],
  ['lambda/core/cost'],
  ['lambda/receivers'],
  ...foldersIn('lambda/view', 'parts controls charts incidents services report metrics page'),
  ['lambda/status-page/view'],
  ...foldersIn('lambda/adapters', 'http aws table system'),
  ['lambda/status-page/aws'],
  ['lambda/web'],
  ['lambda/status-page'],
  ['handlers', 'lambda/(checker|widget|page|region)\\.ts'],
  ['local/input'],
  ['lib'],
  ...foldersIn('local', 'store sample documents terminal mail doctor'),
  ['local/status-page/doctor', 'local/status-page/page-check\\.ts'],
  ...foldersIn('local', 'verify remote archive requests status-page wait page report story init commands'),
  ['bin/deploy', 'bin/deploy\\.ts'],
  ['bin'],
  ['bench'],
];

function foldersIn(folder: string, names: string): readonly (readonly [string])[] {
  return names.split(' ').map((name) => [`${folder}/${name}`] as const);
}

const PATTERNS = ROOMS.map(([name, pattern = `${name}/`]) => ({ name, pattern: new RegExp(`^(?:${pattern})`) }));

/** A file: its path, its room, and the place of the room in the order; -1 if it has none. */
interface Place {
  readonly path: string;
  readonly room: string;
  readonly order: number;
}

function placeOf(path: string): Place {
  const order = PATTERNS.findIndex(({ pattern }) => pattern.test(path));
  return { path, room: PATTERNS[order]?.name ?? '', order };
}

const isIn = (pattern: RegExp) => (place: Place) => pattern.test(place.path);

const isOfCore = isIn(/^lambda\/(core|status-page\/(core|config))\//);
const isView = isIn(/^lambda\/(view|status-page\/view)\//);
const isPure = isIn(/^lambda\/(core|receivers|view|status-page\/(core|config|view))\//);
const isLocal = isIn(/^local\//);
const isEntry = isIn(/^(lambda\/(checker|widget|page|region)\.ts$|bin\/)/);
const readsFile = isIn(new RegExp(`^(lambda/core/(keys|config/(schema|parse))/|lambda/status-page/config/|${KEYS})`));
const isFact = isIn(/^lambda\/core\/documents\/facts\//);

/** The rules, each with the imports of other files that break it. */
const RULES: Readonly<Record<string, (from: Place, to: Place, each: Import) => boolean>> = {
  'A room imports only itself and rooms before it.': (from, to) =>
    to.order < 0 ? !/^(package|cdk)\.json$|^scripts\//.test(to.path) : to.order > from.order,
  'A Lambda reads no config file: of what reads it, it has only types.': (from, to, { typeOnly }) =>
    isIn(/^lambda\//)(from) && !readsFile(from) && readsFile(to) && !typeOnly,
  'The form of a receiver knows words and messages.': (from, to) =>
    from.room === 'lambda/receivers' && !isIn(/^lambda\/(receivers|core\/(words|message))\//)(to),
  'A view knows documents, words and reasons.': (from, to) =>
    isView(from) && isOfCore(to) && !isIn(/^lambda\/(core\/(documents|words|reasons)|status-page\/core)\//)(to),
  'What people see is drawn from documents, not from the facts behind them.': (from, to) =>
    isFact(to) && (isView(from) || isIn(/^local\/(terminal|commands|verify|wait)\//)(from)),
  'An adapter implements ports of the core, and imports no other; the table stands on AWS.': (from, to) =>
    isIn(/^lambda\/adapters\//)(from) &&
    !(to.room === from.room || isOfCore(to) || isIn(/^lambda\/receivers\//)(to)) &&
    !(from.room === 'lambda/adapters/table' && to.room === 'lambda/adapters/aws'),
  'On a laptop only pages, reports and stories draw, and only what is about a deployment reaches AWS.': (from, to) =>
    (isLocal(from) && (isView(to) || to.room === 'lambda/web') && !/(page|report|story)$/.test(from.room)) ||
    (isLocal(from) && isIn(/\/(aws|table)\//)(to) && !/(remote|archive|status-page)$/.test(from.room)),
  'Deploying builds on the core and on the config of a laptop, and on no code that runs.': (from, to) =>
    /^(lib|bin\/deploy)$/.test(from.room) && !isOfCore(to) && !isIn(/^(lib|local\/input|lambda\/receivers)\//)(to),
  'Nothing imports what is started, but the program its commands.': (from, to) =>
    isEntry(to) && !/^(bin|bench)$/.test(from.room),
  'The program starts commands: it knows the core and the laptop.': (from, to) =>
    from.room === 'bin' && !isOfCore(to) && !isIn(/^(bin|local)\/|^package\.json$/)(to),
};
const PURE = 'What is pure has no node: module, clock, chance, environment or network.';
const OWN_PACKAGES = 'A room imports only its own packages.';

export const RULE_TEXTS: readonly string[] = [...Object.keys(RULES), PURE, OWN_PACKAGES];

/** The packages of rooms. A name that ends in `/` stands for all of that scope, and an empty one for any package. */
const PACKAGES: readonly (readonly [rooms: RegExp, packages: readonly string[]])[] = [
  [/^lambda\/(core|status-page\/core)/, ['valibot']],
  [/^lambda\/core\/(keys|config)/, ['zod', 'croner', 'yaml', 'fastest-levenshtein']],
  [/^lambda\/core\/(run|invoke)$/, ['p-limit']],
  [/^lambda\/(view|web|status-page\/view)/, ['hono']],
  [/^lambda\/(adapters\/(aws|table)|status-page\/aws)$/, ['@aws-sdk/', '@smithy/', 'p-limit', 'valibot']],
  [/^lambda\/adapters\/system$/, ['croner']],
  [/^handlers$/, ['hono']],
  [/^(lib|bin\/deploy)$/, ['aws-cdk-lib', 'constructs', 'zod', 'cdk-nag']],
  [/^local\/(input|doctor|init)$/, ['yaml', 'valibot']],
  [/^local\/(store|page|commands|init)$/, ['p-limit', 'valibot']],
  [/^local\/terminal$/, ['picocolors', 'string-width', 'wrap-ansi']],
  [/^local\/(documents|doctor)$/, ['junit-report-builder']],
  [/^local\/page$/, ['@hono/node-server', 'hono', 'idiomorph']],
  [/^local\/(remote|archive|status-page)/, ['@aws-sdk/', '@smithy/']],
  [/^local\/wait$/, ['valibot']],
  [/^local\/mail$/, ['nodemailer']],
  [/^bin$/, ['commander']],
  [/^bench$/, ['']],
];

/** What is wrong with a file, from its path in the repository and its text: one line for each breach. */
export function breachesOf(path: string, code: string): string[] {
  const from = placeOf(path);
  if (from.order < 0) return [`${path} stands in no room`];
  const imports = importsOf(code).flatMap((each) => {
    const rule = brokenRule(from, each);
    return rule === undefined ? [] : [`${path} may not import ${each.specifier}: ${rule}`];
  });
  const mentions = isPure(from) ? impureMentionsOf(code) : [];
  return [...imports, ...mentions.map((name) => `${path} may not use ${name}: ${PURE}`)];
}

function brokenRule(from: Place, each: Import): string | undefined {
  const { specifier, names } = each;
  const target = resolveImport(specifier, from.path);
  if (target !== null) {
    const to = placeOf(target);
    return Object.keys(RULES).find((rule) => RULES[rule]?.(from, to, each));
  }
  if (isBuiltin(specifier)) {
    // The hash is a pure function.
    const isHash = specifier === 'node:crypto' && names?.every((name) => name === 'createHash') === true;
    return isPure(from) && !(isHash && from.room === 'lambda/core/words') ? PURE : undefined;
  }
  const own = PACKAGES.flatMap(([rooms, packages]) => (rooms.test(from.room) ? packages : []));
  const isOwn = own.some((name) => (/\/$|^$/.test(name) ? specifier.startsWith(name) : packageOf(specifier) === name));
  return isOwn ? undefined : OWN_PACKAGES;
}

/** The path in the repository of a relative import; `null` for a package or a built-in module. */
export function resolveImport(specifier: string, path: string): string | null {
  if (!/^\.{0,2}\//.test(specifier) && !/^\.{1,2}$/.test(specifier)) return null;
  const target = posix.join(posix.dirname(path), specifier);
  return /\.(tsx?|js|mjs|cjs|json)$/.test(target) ? target : `${target}.ts`;
}

/** `aws-cdk-lib/aws-sns` → `aws-cdk-lib`, `@aws-sdk/client-sns/x` → `@aws-sdk/client-sns`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
