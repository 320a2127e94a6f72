/** The config in a bundle, and what else the checker knows of its deployment: a file made at synth, which esbuild takes in place of `statuswatch-config`. */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config, Deployment } from '../../lambda/core/config/config';
import type { ReceiverKind } from '../../lambda/core/config/receivers';
import { splitConfig } from '../../lambda/core/config/whole-config';
import { shardCount } from '../../lambda/core/run/invocation';

const WHOLE_CONFIG = join(__dirname, '../../lambda/core/config/whole-config.ts');
/** Reads cron expressions: the bundle has it only if a window of maintenance repeats. */
const CRON_STARTS = join(__dirname, '../../lambda/adapters/system/cron-starts.ts');
/** Notifies receivers: the bundle has it only if there are any, and only the forms of their kinds. */
const POST_RECEIVER = join(__dirname, '../../lambda/adapters/http/post-receiver.ts');
const FORMS = join(__dirname, '../../lambda/core/forms/receivers');
const FORM_OF: Readonly<Record<ReceiverKind, { readonly file: string; readonly name: string }>> = {
  pagerduty: { file: 'pagerduty.ts', name: 'pagerduty' },
  webhook: { file: 'webhook.ts', name: 'webhook' },
  slack: { file: 'slack-webhook.ts', name: 'slackWebhook' },
  ntfy: { file: 'ntfy.ts', name: 'ntfy' },
};

/**
 * Writes the file into the folder of the synthesis, which git ignores, and gives its absolute path. Its name follows from its
 * content: CDK bundles once for the same options, and one app can have two configs of one name, such as for two regions.
 *
 * It is a module that parses texts. Source: V8, "The cost of JavaScript in 2019": "the JSON.parse approach is much faster compared to
 * the JavaScript object literal, especially for cold loads". Of a fleet each part has a text of its own, which holds only what its
 * services do not share with all others: with 10,000 services, one text of all of them took 60 ms more CPU at a cold start.
 */
export function writeBundledConfig(
  config: Config,
  reader: 'checker' | 'widget',
  folder: string,
  deployment: Deployment | null = null,
): string {
  const [text, deploymentText] = [JSON.stringify(config), JSON.stringify(deployment)];
  const hash = createHash('sha256').update(text).update(deploymentText).digest('hex').slice(0, 16);
  const file = resolve(join(folder, `${config.name}.${reader}.${hash}.mjs`));
  mkdirSync(folder, { recursive: true });
  const repeats = config.maintenance.some(({ kind }) => kind === 'repeating');
  const nextStart = repeats
    ? `export { nextStart } from ${JSON.stringify(CRON_STARTS)};`
    : 'export const nextStart = () => null;';
  const parse = (json: string) => `JSON.parse(${JSON.stringify(json)})`;
  const shards = deployment === null ? 1 : shardCount(config, deployment);
  const [reads, pieces] =
    shards === 1 ? ['wholeConfig', parse(text)] : ['joinedConfig', piecesOf(config, shards, parse)];
  writeFileSync(
    file,
    `import { ${reads} } from ${JSON.stringify(WHOLE_CONFIG)};\nexport default ${reads}(${pieces});\n` +
      `export const deployment = ${parse(deploymentText)};\n${nextStart}\n${receiversOf(config)}\n`,
  );
  return file;
}

/** How the receivers of a config are notified: the code that sends, and the forms of their kinds. */
function receiversOf({ receivers }: Config): string {
  if (receivers.length === 0) return 'export const createReceiver = null;\nexport const receiverForms = {};';
  const kinds = [...new Set(receivers.map(({ kind }) => kind))];
  const imports = kinds.map((kind) => {
    const { file, name } = FORM_OF[kind];
    return `import { ${name} as ${kind} } from ${JSON.stringify(join(FORMS, file))};`;
  });
  return [
    `export { createReceiver } from ${JSON.stringify(POST_RECEIVER)};`,
    ...imports,
    `export const receiverForms = { ${kinds.join(', ')} };`,
  ].join('\n');
}

function piecesOf(config: Config, shards: number, parse: (json: string) => string): string {
  const { parts, ...others } = splitConfig(config, shards);
  return `{ ...${parse(JSON.stringify(others))}, parts: ${JSON.stringify(parts)} }`;
}

/** The config for functions that only read results: it leaves out what is needed to ask the services, and to notify. */
export function withoutCredentials(config: Config): Config {
  const services = config.services.map((service) => ({ ...service, headers: {}, tls: null }));
  return { ...config, services, receivers: [] };
}
