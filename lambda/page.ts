/** The Lambda of a deployment's page. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFunctionInvoker } from './adapters/aws/invoke-function';
import { createSecretReader } from './adapters/aws/secrets';
import { nextStart } from './adapters/system/cron-starts';
import { readDeployedConfig } from './adapters/system/deployed-config';
import { systemClock } from './adapters/system/system-clock';
import { openReaders } from './adapters/table/open-readers';
import { openTable } from './adapters/table/open-table';
import { tokenFault } from './core/config/page-token';
import type { SecretName } from './core/config/secret-value';
import { valueIn } from './core/config/secrets';
import { LISTED } from './core/documents/address';
import { documentsFrom } from './core/documents/documents';
import { findPage } from './core/documents/find-page';
import type { AnyAnswer } from './core/invoke/answer';
import { CHECKER_ANSWER_MS, MOST_READ, PAGE_SCRIPT, readPageEnvironment } from './core/invoke/page-function';
import type { LogLine } from './core/invoke/run-log';
import { plannerOf } from './core/silences/maintenance';
import { cleanText } from './core/words/clean-text';
import { type JsonObject, jsonObjectOf } from './core/words/json';
import { errorMessage } from './core/words/run-failure';
import { createDeployedApp } from './web/deployed-app';
import { urlHandler } from './web/url-handler';

const { whole } = readDeployedConfig(__dirname);
const config = whole.all();
const { name } = config;
const { table: tableName, token, metricsToken, checker } = readPageEnvironment(process.env);
const table = openTable(tableName, name, process.env);
const readSecret = createSecretReader(process.env);
const ports = { ...openReaders(table), planned: plannerOf(config, nextStart) };

function tokenReader(name: SecretName): () => Promise<string> {
  return async () => {
    const text = valueIn(await readSecret(name.secret), name);
    const fault = tokenFault(text);
    if (fault !== null) throw new Error(`the token in the secret ${name.secret} is refused: ${fault}`);
    return text;
  };
}

function log(message: string): void {
  const line: LogLine = { level: 'ERROR', event: 'page', deployment: name, message: cleanText(message) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Returns a function that invokes the checker. A failure is logged, and answered with a text. */
function checkerInvoker(functionName: string): (event: JsonObject) => Promise<AnyAnswer> {
  const invoke = createFunctionInvoker(functionName, CHECKER_ANSWER_MS, process.env);
  return async (event) => {
    try {
      const { kind, text } = jsonObjectOf(await invoke(event));
      if (typeof kind === 'string' && typeof text === 'string') return { kind, text };
      throw new Error(`${functionName} has another version than the page`);
    } catch (error) {
      log(errorMessage(error));
      return {
        kind: 'failed',
        text: 'The checker did not answer, so this may or may not be done: look again in a minute.',
      };
    }
  };
}

const app = createDeployedApp({
  deployment: name,
  services: whole.ids,
  now: systemClock.now,
  readToken: tokenReader(token),
  readMetricsToken: metricsToken && tokenReader(metricsToken),
  documents: documentsFrom(async (address) => {
    const known = await findPage(config, address, ports, systemClock.now(), { rows: LISTED, states: MOST_READ });
    for (const problem of known.problems) log(problem);
    return known;
  }),
  answer: checker === null ? null : checkerInvoker(checker),
  script: readFileSync(join(__dirname, PAGE_SCRIPT), 'utf8'),
  log,
});

export const handler = urlHandler(app);
