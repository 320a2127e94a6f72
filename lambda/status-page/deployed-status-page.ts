/** Publishes the public page of a deployment after runs, and answers requests about its posts. */

import { boundedCalls, type Environment } from '../adapters/aws/aws-client';
import { createHistoryReader } from '../adapters/table/history-table';
import type { Table } from '../adapters/table/open-table';
import type { CommonConfig } from '../core/config/whole-config';
import type { Commands } from '../core/invoke/checker-request';
import { HISTORY_CALL_MS } from '../core/invoke/invocation';
import { AFTER_RUN_MS, type AfterRun } from '../core/run/after-run';
import { errorMessage } from '../core/words/run-failure';
import { createPageBucket } from './aws/page-bucket';
import { createPostTable } from './aws/post-table';
import { type PostPorts, postCommand } from './core/answer-post';
import { readPageEnvironment } from './core/page-environment';
import { createPublisher } from './publish-status';

interface PagePorts extends Omit<PostPorts, 'posts'> {
  readonly table: Table;
  readonly environment: Environment;
}

/** The phase after a run is `null` if the config has no page. */
export function createStatusPage(
  { statusPage: page, intervalMs }: CommonConfig,
  { table, environment, ...ports }: PagePorts,
): { readonly afterRun: AfterRun | null; readonly commands: Commands } {
  const posts = createPostTable(table);
  const place = readPageEnvironment(environment);
  const commands = { post: postCommand(place && page, { ...ports, posts }) };
  if (page === null || place === null) return { afterRun: null, commands };
  const { clock, planned, readStates } = ports;
  const { bucket: name, url, ...bucket } = place;
  const readHistory = createHistoryReader(table, HISTORY_CALL_MS);
  const write = createPageBucket({ name, ...bucket }, environment);
  const publish = createPublisher(
    { page, url: page.url ?? url, intervalMs },
    { clock, planned, posts, readStates, readHistory, write },
  );
  const bounded = boundedCalls('reading and writing it', AFTER_RUN_MS);
  // One limit for everything: the invocation has no more time.
  const afterRun: AfterRun = (known) =>
    bounded(() => publish(known)).catch((error) => {
      const message = `the page can't be written: ${errorMessage(error)}`;
      return { isWritten: false, failures: [{ output: 'status page', service: null, message }] };
    });
  return { afterRun, commands };
}
