/** Publishes the public page of a deployment, and answers requests about its posts. */

import { boundedCalls, type Environment } from './adapters/aws/aws-client';
import { createPageBucket } from './adapters/aws/page-bucket';
import { createHistoryReader } from './adapters/table/history-reader';
import type { Table } from './adapters/table/open-table';
import { createPostTable } from './adapters/table/post-table';
import type { CommonConfig } from './core/config/whole-config';
import type { Publish } from './core/documents/public/publish';
import type { Answer } from './core/invoke/answer';
import { answerOnPosts, type PostPorts } from './core/invoke/answer-post';
import type { PostRequest } from './core/invoke/checker-request';
import { HISTORY_CALL_MS, type PageEnvironment, PUBLISH_MS } from './core/invoke/invocation';
import { errorMessage } from './core/words/run-failure';
import { createPublisher } from './web/publish-status';

interface PagePorts extends Omit<PostPorts, 'posts'> {
  readonly table: Table;
  readonly environment: Environment;
}

export interface DeployedPage {
  readonly publish: Publish;
  readonly answerOnPosts: (request: PostRequest) => Promise<Answer>;
}

/** Returns `null` if the config has no page. */
export function createStatusPage(
  { statusPage: page, intervalMs }: CommonConfig,
  { bucket, region, urlSuffix, owner, url }: PageEnvironment,
  { table, environment, ...ports }: PagePorts,
): DeployedPage | null {
  if (page === null) return null;
  const { clock, planned, readStates } = ports;
  const posts = createPostTable(table);
  const readHistory = createHistoryReader(table, HISTORY_CALL_MS);
  const write = createPageBucket({ name: bucket, region, urlSuffix, owner }, environment);
  const publish = createPublisher(
    { page, url: page.url ?? url, intervalMs },
    { clock, planned, posts, readStates, readHistory, write },
  );
  const bounded = boundedCalls('reading and writing it', PUBLISH_MS);
  return {
    // One limit for everything: the invocation has no more time.
    publish: (known) =>
      bounded(() => publish(known)).catch((error) => {
        const message = `the page can't be written: ${errorMessage(error)}`;
        return { isWritten: false, failures: [{ output: 'status page', service: null, message }] };
      }),
    answerOnPosts: (request) => answerOnPosts(request, page, { ...ports, posts }),
  };
}
