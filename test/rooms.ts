/** The rooms of the design and the arrows between them, and what breaks them. */

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type Import, importsOf, impureMentionsOf } from './source-imports';

interface Room {
  readonly name: string;
  readonly holds: RegExp;
  /** The files that it may import, by how their paths begin. */
  readonly files: readonly string[];
  /** Those of them that it may not. */
  readonly except?: readonly string[];
  /** The files of which it may import types alone, by how their paths begin. */
  readonly types?: readonly string[];
  /** The packages that it may import; a name that ends in `/` stands for all of that scope. */
  readonly packages: readonly string[] | 'any';
  /** Whether it may import `node:` modules. */
  readonly node: boolean;
  /** The pure functions that it may import of `node:` modules without that. */
  readonly functions?: Readonly<Record<string, readonly string[]>>;
  /** Whether it must do without clock, chance, environment and network. */
  readonly pure: boolean;
}

interface Builds {
  /** The rooms beside it that it may import. */
  readonly on: readonly string[];
  readonly packages: readonly string[];
}

/**
 * The rooms of the core: each imports only itself and the rooms before it. A folder in a room belongs to it, except `config/schema` and
 * `config/parse`, which read the config file: only deploying and the command line have them.
 */
const CORE_ROOMS = [
  'words',
  'fields',
  'keys',
  'conditions',
  'reasons',
  'config',
  'probe',
  'auth',
  'history',
  'incident',
  'silences',
  'message',
  'notify',
  'state',
  'deliver',
  'metrics',
  'run',
  'documents',
  'invoke',
  'config/parse',
  'cost',
] as const;

/** The files that read a config file, and so need zod: of the core, only they may import each other at run time. */
const CONFIG_FILE = ['lambda/core/keys/', 'lambda/core/config/schema/', 'lambda/core/config/parse/'];

/** The keys of receivers in the config file. The core imports them where it reads that, and their types everywhere. */
const RECEIVER_KEYS = [
  'lambda/receivers/kinds.ts',
  'lambda/receivers/receiver-keys.ts',
  'lambda/receivers/smtp/keys.ts',
];

/** What reads stored values in every room of the core. */
const STORED = 'valibot';

const CORE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  keys: ['zod', 'fastest-levenshtein'],
  'config/schema': ['zod', 'croner'],
  'config/parse': ['zod', 'yaml'],
  run: ['p-limit'],
  invoke: ['p-limit'],
};

const folderOf = (room: string) => `lambda/core/${room}/`;

const CORE: readonly Room[] = ['config/schema', 'config/parse', ...CORE_ROOMS].map((room) => {
  const last = CORE_ROOMS.indexOf((room === 'config/schema' ? 'config' : room) as (typeof CORE_ROOMS)[number]);
  const later = CORE_ROOMS.slice(last + 1).map(folderOf);
  const isOfConfigFile = CONFIG_FILE.includes(folderOf(room));
  return {
    name: `lambda/core/${room}`,
    holds: new RegExp(`^${folderOf(room)}`),
    files: [
      ...CORE_ROOMS.slice(0, last + 1).map(folderOf),
      ...(['probe', 'auth'].includes(room) ? ['package.json'] : []),
      ...(isOfConfigFile ? RECEIVER_KEYS : []),
    ],
    except: isOfConfigFile ? later : [...later, ...CONFIG_FILE],
    types: isOfConfigFile ? [] : [...CONFIG_FILE.filter((folder) => !later.includes(folder)), ...RECEIVER_KEYS],
    packages: [STORED, ...(CORE_PACKAGES[room] ?? [])],
    node: false,
    ...(room === 'words' && { functions: { 'node:crypto': ['createHash'] } }),
    pure: true,
  };
});

/** Receivers, a folder each: the keys stand below the config, the forms above the messages. */
const RECEIVERS: readonly Room[] = [
  {
    name: 'the keys of receivers',
    holds: /^lambda\/receivers\/(?:kinds|receiver-keys|setting-rules|[a-z]+\/keys)\.ts$/,
    files: [
      ...['words', 'keys'].map(folderOf),
      ...['schema/credential-keys.ts', 'secret-value.ts'].map((file) => `lambda/core/config/${file}`),
      'lambda/receivers/',
    ],
    packages: ['zod'],
    node: false,
    pure: true,
  },
  {
    name: 'the forms of receivers',
    holds: /^lambda\/receivers\//,
    files: [...['words', 'message'].map(folderOf), 'lambda/receivers/'],
    except: RECEIVER_KEYS,
    types: RECEIVER_KEYS,
    packages: [],
    node: false,
    pure: true,
  },
];

/** The rooms of the view, each with those that it draws on. */
const VIEW_ROOMS: Readonly<Record<string, readonly string[]>> = {
  parts: [],
  controls: ['parts'],
  charts: ['parts'],
  incidents: ['parts', 'controls', 'charts'],
  services: ['parts', 'controls', 'charts', 'incidents'],
  report: ['parts', 'charts'],
  public: ['parts'],
  metrics: [],
  page: ['parts', 'controls', 'charts', 'incidents', 'services', 'report'],
};

/** What documents are made of: whatever people look at is drawn from documents alone. */
const FACTS: readonly string[] = ['lambda/core/documents/facts/'];

/** A view knows documents, words and reasons, and nothing else of the core. */
const VIEW: readonly Room[] = Object.entries(VIEW_ROOMS).map(([room, others]) => ({
  name: `lambda/view/${room}`,
  holds: new RegExp(`^lambda/view/${room}/`),
  files: [
    ...['documents', 'words', 'reasons'].map(folderOf),
    ...[room, ...others].map((name) => `lambda/view/${name}/`),
  ],
  except: FACTS,
  packages: ['hono'],
  node: false,
  pure: true,
}));

/** The rooms of the adapters, each with those that it builds on, and with the packages of its system. */
const ADAPTER_ROOMS: Readonly<Record<string, Builds>> = {
  http: { on: [], packages: [] },
  aws: { on: [], packages: ['@aws-sdk/', '@smithy/', 'p-limit'] },
  table: { on: ['aws'], packages: ['@aws-sdk/client-dynamodb', 'valibot'] },
  system: { on: [], packages: ['croner'] },
};

const ADAPTERS: readonly Room[] = Object.entries(ADAPTER_ROOMS).map(([room, { on, packages }]) => ({
  name: `lambda/adapters/${room}`,
  holds: new RegExp(`^lambda/adapters/${room}/`),
  files: ['lambda/core/', 'lambda/receivers/', ...[room, ...on].map((name) => `lambda/adapters/${name}/`)],
  packages,
  node: true,
  pure: false,
}));

/** The rooms of what a laptop has, each with those that it builds on, and with what else it may import. */
const LOCAL_ROOMS: Readonly<Record<string, LocalRoom>> = {
  // What a person gives: the config and the options, and what is wrong with them. Deploying begins there too.
  input: {
    on: [],
    files: ['lambda/core/', 'lambda/adapters/http/client-certificate.ts'],
    packages: ['yaml'],
  },
  store: { on: ['input'], files: ['lambda/core/'], packages: ['p-limit'] },
  sample: { on: ['input'], files: ['lambda/core/'], packages: [] },
  terminal: {
    on: ['documents'],
    files: ['lambda/core/'],
    except: FACTS,
    packages: ['cli-table3', 'picocolors', 'string-width', 'wrap-ansi'],
  },
  documents: {
    on: ['input'],
    files: ['lambda/core/', 'package.json'],
    packages: ['junit-report-builder'],
  },
  page: {
    on: ['input', 'terminal', 'documents'],
    files: ['lambda/core/', 'lambda/view/', 'lambda/web/'],
    packages: ['@hono/node-server', 'hono', 'idiomorph', 'p-limit'],
  },
  doctor: { on: ['input', 'terminal'], files: ['lambda/core/'], packages: ['yaml', 'junit-report-builder'] },
  // The acceptance test of a deployment.
  verify: { on: ['input', 'doctor', 'terminal'], files: ['lambda/core/'], except: FACTS, packages: [] },
  // What a laptop asks of AWS.
  remote: {
    on: ['input', 'doctor', 'verify'],
    files: [
      'lambda/core/',
      ...['sign-request', 'name-calls', 'sns-subscriptions'].map((name) => `lambda/adapters/aws/${name}.ts`),
      'lambda/adapters/system/system-clock.ts',
      ...['open-table', 'state-reader', 'receiver-reader', 'silence-reader', 'drill-table'].map(
        (name) => `lambda/adapters/table/${name}.ts`,
      ),
    ],
    packages: ['@aws-sdk/', '@smithy/'],
  },
  // What a watch or a deployment has kept of its services.
  archive: {
    on: ['input', 'store', 'terminal', 'remote'],
    files: [
      'lambda/core/',
      'lambda/adapters/aws/name-calls.ts',
      'lambda/adapters/system/',
      ...['open-table', 'state-reader', 'history-reader', 'receiver-reader', 'post-reader'].map(
        (name) => `lambda/adapters/table/${name}.ts`,
      ),
    ],
    packages: ['@aws-sdk/'],
  },
  // The page for the public, in a folder.
  publish: {
    on: ['input', 'store', 'terminal', 'archive'],
    files: ['lambda/core/', 'lambda/view/public/', 'lambda/web/publish-status.ts', 'lambda/adapters/system/'],
    packages: [],
  },
  report: {
    on: ['input', 'terminal', 'archive'],
    files: ['lambda/core/', 'lambda/view/report/', 'lambda/adapters/system/'],
    packages: [],
  },
  story: {
    on: ['input', 'terminal', 'documents', 'archive', 'requests'],
    files: ['lambda/core/', 'lambda/view/incidents/story-markdown.ts', 'lambda/adapters/system/'],
    packages: [],
  },
  // What a new config is made of.
  init: {
    on: ['input', 'terminal'],
    files: [
      'lambda/core/',
      'lambda/adapters/http/http-probe.ts',
      'lambda/adapters/system/',
      'package.json',
      'cdk.json',
    ],
    packages: ['p-limit', 'valibot', 'yaml'],
  },
  // Waiting for services after a deployment.
  wait: {
    on: ['input', 'remote', 'requests'],
    files: ['lambda/core/'],
    except: FACTS,
    packages: ['valibot'],
  },
  // Mail, by a server of one's own.
  mail: { on: [], files: ['lambda/core/'], packages: ['nodemailer'] },
  commands: {
    on: [
      'input',
      'store',
      'sample',
      'mail',
      'terminal',
      'documents',
      'page',
      'doctor',
      'verify',
      'remote',
      'archive',
      'init',
      'publish',
      'requests',
      'wait',
    ],
    files: [
      'lambda/core/',
      'lambda/web/publish-status.ts',
      ...['http-probe', 'warm-probe', 'own-network'].map((name) => `lambda/adapters/http/${name}.ts`),
      'lambda/adapters/system/',
      'lambda/adapters/http/receivers.ts',
    ],
    except: FACTS,
    packages: ['p-limit', 'valibot'],
  },
  requests: {
    on: ['input', 'store', 'terminal', 'remote'],
    files: ['lambda/core/', 'lambda/adapters/system/'],
    packages: [],
  },
};

interface LocalRoom extends Pick<Room, 'files' | 'except'>, Builds {}

const LOCAL: readonly Room[] = Object.entries(LOCAL_ROOMS).map(([room, { on, files, except = [], packages }]) => ({
  name: `local/${room}`,
  holds: new RegExp(`^local/${room}/`),
  files: [...[room, ...on].map((name) => `local/${name}/`), 'lambda/receivers/', ...files],
  except,
  packages,
  node: true,
  pure: false,
}));

/** The first room that holds a file is its room. */
const ROOMS: readonly Room[] = [
  ...CORE,
  ...RECEIVERS,
  ...VIEW,
  ...ADAPTERS,
  ...LOCAL,
  {
    // What answers requests of browsers: on a laptop and in AWS.
    name: 'lambda/web',
    holds: /^lambda\/web\//,
    files: ['lambda/core/', 'lambda/view/', 'lambda/web/'],
    packages: ['hono'],
    node: true,
    pure: false,
  },
  {
    name: 'the handlers',
    holds: /^lambda\/(checker|widget|page|status-page)\.ts$/,
    files: [
      'lambda/adapters/http/receivers.ts',
      'lambda/status-page.ts',
      'lambda/web/publish-status.ts',
      'lambda/core/',
      'lambda/view/',
      'lambda/web/',
      'lambda/adapters/',
    ],
    packages: ['hono'],
    node: true,
    pure: false,
  },
  {
    name: 'lib',
    holds: /^lib\//,
    files: ['lib/', 'local/input/', 'lambda/core/'],
    types: ['lambda/core/config/schema/'],
    packages: ['aws-cdk-lib', 'constructs', 'zod', 'cdk-nag'],
    node: true,
    pure: false,
  },
  {
    name: 'bin/deploy.ts',
    holds: /^bin\/deploy\.ts$/,
    files: ['lib/', 'local/input/', 'lambda/core/'],
    packages: ['aws-cdk-lib', 'cdk-nag'],
    node: true,
    pure: false,
  },
  {
    name: 'the command line',
    holds: /^bin\//,
    files: ['bin/', 'local/', 'lambda/core/', 'package.json'],
    packages: ['commander'],
    node: true,
    pure: false,
  },
  {
    name: 'bench',
    holds: /^bench\//,
    files: ['bench/', 'bin/', 'lib/', 'lambda/', 'local/', 'scripts/', 'package.json'],
    packages: 'any',
    node: true,
    pure: false,
  },
];

/** What is wrong with a file, from its path in the repository and its text: one line for each breach. */
export function breachesOf(path: string, code: string): string[] {
  const room = ROOMS.find(({ holds }) => holds.test(path));
  if (!room) return [`${path} stands in no room`];
  const imports = importsOf(code).filter((each) => !isAllowed(each, path, room));
  const mentions = room.pure ? impureMentionsOf(code) : [];
  return [
    ...imports.map(({ specifier }) => `${path} (${room.name}) may not import ${specifier}`),
    ...mentions.map((name) => `${path} (${room.name}) may not use ${name}`),
  ];
}

function isAllowed({ specifier, typeOnly, names }: Import, path: string, room: Room): boolean {
  const { files, except = [], types = [], packages, node, functions = {} } = room;
  const target = resolveImport(specifier, path);
  if (target !== null && typeOnly && types.some((start) => target.startsWith(start))) return true;
  if (target !== null && except.some((start) => target.startsWith(start))) return false;
  if (target !== null) return files.some((start) => target.startsWith(start));
  if (isBuiltin(specifier)) return node || (names?.every((name) => functions[specifier]?.includes(name)) ?? false);
  if (packages === 'any') return true;
  return packages.some((name) => (name.endsWith('/') ? specifier.startsWith(name) : packageOf(specifier) === name));
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
