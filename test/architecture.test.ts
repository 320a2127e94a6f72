/** Holds the arrows of the design: which room may import what, and what the Lambda's bundle never carries. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { breachesOf, packageOf, RULE_TEXTS, resolveImport } from './rooms';
import { importsOf } from './source-imports';

const ROOT = join(__dirname, '..');
const FOLDERS = ['bin', 'lib', 'lambda', 'local', 'bench'];

/** The text of every source file in a folder, by its path in the repository. */
function sourcesOf(folder: string): Map<string, string> {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

const SOURCES: ReadonlyMap<string, string> = new Map(
  FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) => [...sourcesOf(folder)]),
);

/** The files that a file imports; what is left of them at run time, or their types too. */
function importedBy(path: string, kind: 'at run time' | 'with types', sources = SOURCES): string[] {
  return importsOf(sources.get(path) ?? '')
    .filter(({ typeOnly }) => kind === 'with types' || !typeOnly)
    .flatMap(({ specifier }) => resolveImport(specifier, path) ?? [])
    .flatMap((target) => [target, `${target}x`].filter((candidate) => sources.has(candidate)));
}

function reachableFrom(entry: string): Set<string> {
  const reached = new Set([entry]);
  // A set that grows while it is walked visits what is added.
  for (const path of reached) for (const target of importedBy(path, 'at run time')) reached.add(target);
  return reached;
}

/** A chain of imports that leads back to where it begins; `null` where there is none. */
function findCycle(sources: ReadonlyMap<string, string>): string[] | null {
  const finished = new Set<string>();
  const walk = (path: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return null;
    for (const target of importedBy(path, 'with types', sources)) {
      const cycle = walk(target, [...trail, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return null;
  };
  for (const path of sources.keys()) {
    const cycle = walk(path, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('the source', () => {
  it('is where this test looks for it', () => {
    expect([...SOURCES.keys()]).toEqual(
      expect.arrayContaining(['bin/statuswatch.ts', 'lambda/core/run/run-check.ts', 'lambda/core/probe/classify.ts']),
    );
    expect(importedBy('lambda/core/run/run-check.ts', 'with types')).toContain('lambda/core/config/config.ts');
  });

  it('keeps to the arrows between its rooms', () => {
    expect([...SOURCES].flatMap(([path, code]) => breachesOf(path, code))).toEqual([]);
  });

  it('imports only files that exist', () => {
    const lost = [...SOURCES].flatMap(([path, code]) =>
      importsOf(code)
        .flatMap(({ specifier }) => resolveImport(specifier, path) ?? [])
        .filter((target) => ![target, `${target}x`].some((candidate) => existsSync(join(ROOT, candidate))))
        .map((target) => `${path} imports ${target}`),
    );
    expect(lost).toEqual([]);
  });

  it('loads what asks for tokens and what signs only once a service needs it', () => {
    const lazy = [
      'lambda/core/auth/oauth2.ts',
      'lambda/adapters/aws/sign-request.ts',
      'local/remote/profile-signer.ts',
    ];
    const atOnce = new Map([...SOURCES].map(([path, code]) => [path, code.replace(/\bimport\(/g, 'later(')]));
    const importers = [...atOnce.keys()].flatMap((path) =>
      importedBy(path, 'at run time', atOnce)
        .filter((target) => lazy.includes(target))
        .map((target) => `${path} imports ${target}`),
    );
    // The signer of a laptop is loaded late itself.
    expect(importers).toEqual(['local/remote/profile-signer.ts imports lambda/adapters/aws/sign-request.ts']);
  });

  it('has no cycle of imports', () => {
    expect(findCycle(SOURCES)).toBeNull();
  });
});

describe('the bundle of the Lambda', () => {
  const entries = ['lambda/core/run/run-check.ts', 'lambda/checker.ts', 'lambda/widget.ts'].filter((path) =>
    SOURCES.has(path),
  );
  it.each(entries)('from %s carries no parser of configs', (entry) => {
    const files = [...reachableFrom(entry)];
    const specifiers = files.flatMap((path) =>
      importsOf(SOURCES.get(path) ?? '')
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ specifier }) => packageOf(specifier)),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const name of ['zod', 'yaml', 'fastest-levenshtein']) expect(specifiers).not.toContain(name);
  });

  it('would show one: it is found from the command line', () => {
    const specifiers = [...reachableFrom('bin/statuswatch.ts')].flatMap((path) => importsOf(SOURCES.get(path) ?? ''));
    expect(specifiers.map(({ specifier }) => specifier)).toEqual(expect.arrayContaining(['zod', 'yaml']));
  });
});

describe('a folder of what runs, of what deploys it, or of what a laptop has,', () => {
  it('holds no more than twenty files', () => {
    const folders = [...SOURCES.keys()]
      .map(dirname)
      .filter((folder) => /^(lambda\/(core|view|adapters)|lib|local)(\/|$)/.test(folder));
    const crowded = [...new Set(folders)].filter((folder) => folders.filter((other) => other === folder).length > 20);
    expect(folders).toEqual(
      expect.arrayContaining([
        'lambda/core/config',
        'lambda/view/page',
        'lambda/adapters/aws',
        'lib',
        'lib/alarms',
        'local/store',
      ]),
    );
    expect(crowded).toEqual([]);
  });
});

describe('a file', () => {
  it('has no more than 400 lines', () => {
    expect([...SOURCES].filter(([, code]) => code.split('\n').length > 401).map(([path]) => path)).toEqual([]);
  });
});

const BREACHES: readonly (readonly [path: string, code: string])[] = [
  ['lambda/core/probe/classify.ts', "import { readFileSync } from 'node:fs';"],
  ['lambda/core/probe/classify.ts', "import { readFileSync } from 'fs';"],
  ['lambda/core/probe/classify.ts', "import type { Socket } from 'node:net';"],
  ['lambda/core/probe/classify.ts', "import { z } from 'zod';"],
  ['lambda/core/probe/classify.ts', "import type { Document } from 'yaml';"],
  ['lambda/core/probe/classify.ts', "import pLimit from 'p-limit';"],
  ['lambda/core/probe/classify.ts', "import { httpProbe } from '../../adapters/http/http-probe';"],
  ['lambda/core/probe/classify.ts', "import type { Run } from '../run/run';"],
  ['lambda/core/probe/classify.ts', "export { sns } from '../../adapters/aws/sns-notifications';"],
  ['lambda/core/probe/classify.ts', "export * from '../../adapters/aws/sns-notifications';"],
  ['lambda/core/probe/classify.ts', "const http = await import('node:http');"],
  ['lambda/core/probe/classify.ts', "const http = require('node:http');"],
  ['lambda/core/probe/classify.ts', "import http = require('node:http');"],
  ['lambda/core/probe/classify.ts', "type Socket = import('node:net').Socket;"],
  ['lambda/core/probe/classify.ts', 'const name: string = "x"; const http = await import(name);'],
  ['lambda/core/config/parse/parse-config.ts', "import { X509Certificate } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import { createHash, randomUUID } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import { randomUUID as createHash } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import { createHash, default as all } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import * as createHash from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import createHash from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import createHash, { createHash as other } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "import 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "export { randomUUID as createHash } from 'node:crypto';"],
  ['lambda/core/words/short-digest.ts', "const { createHash } = require('node:crypto');"],
  ['lambda/core/words/short-digest.ts', "import { createHash } from 'node:fs';"],
  ['lambda/status-page/core/public-facts.ts', "import { createHash } from 'node:crypto';"],
  ['lambda/core/config/parse/parse-config.ts', "import Ajv from 'ajv';"],
  ['lambda/core/stray.ts', ''],
  ['lambda/core/incident/incident.ts', "import { notify } from '../notify/notify';"],
  ['lambda/core/notify/notify.ts', "import type { ServiceState } from '../state/service-state';"],
  ['lambda/core/config/config.ts', "import { configSchema } from './schema/config-schema';"],
  ['lambda/core/run/run.ts', "import { z } from 'zod';"],
  ['lambda/core/run/run-check.ts', "import { httpProbe } from '../../adapters/http/http-probe';"],
  ['lambda/core/run/run-check.ts', "import { z } from 'zod';"],
  ['lambda/adapters/http/http-probe.ts', "import { Stack } from 'aws-cdk-lib';"],
  ['lambda/adapters/http/http-probe.ts', "import { boundedCalls } from '../aws/aws-client';"],
  ['lambda/adapters/aws/aws-client.ts', "import { keyItem } from '../table/state-reader';"],
  ['lambda/adapters/system/system-clock.ts', "import { SNSClient } from '@aws-sdk/client-sns';"],
  ['lambda/adapters/stray.ts', ''],
  ['lambda/view/page/page.tsx', "import { httpProbe } from '../../adapters/http/http-probe';"],
  ['lambda/core/documents/facts/timeline.ts', "import { Strip } from '../../../view/charts/strip';"],
  ['lambda/core/words/duration.ts', "import type { DeploymentFacts } from '../documents/facts/known';"],
  ['lambda/view/parts/problems.tsx', "import type { DeploymentFacts } from '../../core/documents/facts/known';"],
  ['local/terminal/run-table.ts', "import type { DeploymentFacts } from '../../lambda/core/documents/facts/known';"],
  ['local/commands/watch.ts', "import type { DeploymentFacts } from '../../lambda/core/documents/facts/known';"],
  ['lambda/core/documents/facts/summary.ts', "import { raw } from 'hono/html';"],
  ['lambda/view/report/report-words.ts', "import type { Bucket } from '../../core/history/bucket';"],
  ['lambda/status-page/view/public-files.ts', "import type { ServiceState } from '../../core/state/service-state';"],
  ['lambda/view/stray.ts', ''],
  ['lambda/checker.ts', "import { loadConfig } from '../local/input/load-config';"],
  ['lambda/other.ts', ''],
  ['lib/checker.ts', "import { handler } from '../lambda/checker';"],
  ['bin/statuswatch.ts', "import { httpProbe } from '../lambda/adapters/http/http-probe';"],
  ['local/commands/check.ts', "import { sns } from '../../lambda/adapters/aws/sns-notifications';"],
  ['local/commands/check.ts', "import { Stack } from 'aws-cdk-lib/core';"],
  ['local/stray.ts', ''],
  ['local/store/file-store.ts', "import { createHistoryFiles } from '../history/history-files';"],
  ['local/store/history-files.ts', "import { servePage } from '../page/serve-page';"],
  ['local/terminal/framed-run.ts', "import type { Source } from '../page/source/source';"],
  ['local/terminal/framed-run.ts', "import { StateMark } from '../../lambda/view/parts/state-marks';"],
  ['local/page/page-app.ts', "import { startRuns } from '../commands/start-runs';"],
  ['bin/deploy.ts', "import { createFileStore } from '../local/store/file-store';"],
  ['bin/statuswatch.ts', "import { StatuswatchStack } from '../lib/statuswatch-stack';"],
  ['bench/main.ts', "import { startHttp } from '../test/support/http/servers';"],
  ['lambda/core/probe/classify.ts', 'const now = Date.now();'],
  ['lambda/core/probe/classify.ts', 'const read = Date.now;'],
  ['lambda/core/probe/classify.ts', 'const { now } = Date;'],
  ['lambda/core/probe/classify.ts', 'const now = new Date();'],
  ['lambda/core/probe/classify.ts', 'const now = new Date;'],
  ['lambda/core/probe/classify.ts', 'const now = Date();'],
  ['lambda/core/probe/classify.ts', 'const chance = Math.random();'],
  ['lambda/core/probe/classify.ts', 'const { TOKEN } = process.env;'],
  ['lambda/core/probe/classify.ts', 'const home = globalThis.process.env.HOME;'],
  ['lambda/core/probe/classify.ts', 'const start = performance.now();'],
  ['lambda/core/probe/classify.ts', 'setTimeout(() => {}, 10);'],
  ['lambda/core/probe/classify.ts', "const answer = await fetch('https://a.internal');"],
  ['lambda/core/run/run-check.ts', 'export const later = (done: () => void) => setTimeout(done, 10);'],
  ['lambda/receivers/slack/form.ts', "import { Strip } from '../../view/charts/strip';"],
  ['lambda/receivers/slack/form.ts', "import { NEW_STATE } from '../../core/state/service-state';"],
  ['lambda/adapters/aws/aws-client.ts', "import { post } from '../http/post';"],
  ['local/commands/watch.ts', "import { handler } from '../../lambda/checker';"],
  ['lib/checker.ts', "import { httpProbe } from '../lambda/adapters/http/http-probe';"],
];

describe('a breach is found:', () => {
  it.each(BREACHES)('%s: %s', (path, code) => {
    expect(breachesOf(path, code)).toHaveLength(1);
  });

  it('of each rule', () => {
    const broken = BREACHES.flatMap(([path, code]) => breachesOf(path, code)).map((text) => text.replace(/^.*?: /, ''));
    expect(RULE_TEXTS.filter((rule) => !broken.includes(rule))).toEqual([]);
  });

  it('a cycle of imports, of types too', () => {
    const sources = new Map([
      ['lambda/core/a.ts', "import { b } from './b';"],
      ['lambda/core/b.ts', "import type { C } from './c';"],
      ['lambda/core/c.ts', "export { a } from './a';"],
    ]);
    expect(findCycle(sources)).toEqual([
      'lambda/core/a.ts',
      'lambda/core/b.ts',
      'lambda/core/c.ts',
      'lambda/core/a.ts',
    ]);
  });
});

describe('no breach is', () => {
  it.each([
    ['lambda/core/probe/classify.ts', "import { cleanText } from './clean-text';"],
    ['lambda/core/words/short-digest.ts', "import { createHash } from 'node:crypto';"],
    ['lambda/core/words/short-digest.ts', "import { createHash as hash } from 'node:crypto';"],
    ['lambda/core/probe/probe-request.ts', "import { version } from '../../../package.json';"],
    ['lambda/core/config/schema/config-schema.ts', "import * as z from 'zod';"],
    ['lambda/core/config/config.ts', "import type { ConfigInput } from './schema/config-schema';"],
    ['lambda/core/probe/classify.ts', 'const at = new Date(0).getTime() + Date.parse("x") + Math.max(1, 2);'],
    ['lambda/core/probe/classify.ts', "// fetch, Date.now() and process.env\nconst text = 'setTimeout';"],
    [
      'lambda/core/probe/ports.ts',
      'export interface Page { fetch(): void; readonly process: { performance: number } }',
    ],
    ['lambda/core/probe/ports.ts', 'export const read = (page: { fetch: number }) => page.fetch;'],
    ['lambda/adapters/aws/sns-notifications.ts', "import { SNSClient } from '@aws-sdk/client-sns';"],
    ['lambda/adapters/system/system-clock.ts', 'export const now = () => Date.now();'],
    ['lib/topic.ts', "import { Topic } from 'aws-cdk-lib/aws-sns';"],
    ['local/commands/check.ts', "const { renderFramedRun } = await import('../terminal/framed-run');"],
    ['bench/main.ts', "import { build } from 'esbuild';"],
  ])('%s: %s', (path, code) => {
    expect(breachesOf(path, code)).toEqual([]);
  });
});

describe('the tests', () => {
  const tests = sourcesOf('test');
  // It quotes them.
  const others = [...tests].filter(([path]) => path !== 'test/architecture.test.ts');

  it('are where this test looks for them', () => {
    expect([...tests.keys()]).toEqual(
      expect.arrayContaining(['test/architecture.test.ts', 'test/support/jest/lane.ts']),
    );
  });

  // Else npm test would be red by chance, and the long lane would look no longer.
  it.each([
    ['draw their chances from fast-check, which has the seed of the lane', /\bMath\.random\b/],
    ['have their numbers of runs from the lane', /\bnumRuns: [\d_]+/],
    // On a busy machine nothing is quick: an expected answer has 20 s, and a test that hangs is ended by its own limit.
    [
      'never bound the time that something took',
      /(?:performance|Date)\.now\(\) - [^)]*\)+\.toBeLess|(?:elapsed|took|total)Ms(?:\[0\])?\)\.toBeLess/,
    ],
  ])('%s', (_, breach) => {
    expect(others.filter(([, code]) => breach.test(code)).map(([path]) => path)).toEqual([]);
  });
});
