/** The page as people get it: over what a test gives it to know, or of a real `watch` in a process of its own. */

import type { DeploymentFacts } from '../../lambda/core/documents/facts/deployment-facts';
import { type ServedPage, servePage } from '../../local/page/serve-page';
import { type RunningCommand, start } from '../support/laptop/command-line';
import { type HandSource, handSource } from '../support/view/page';

export interface ShownPage {
  /** Without a `/` at its end. */
  readonly url: string;
  readonly tell: HandSource['tell'];
  end(): Promise<void>;
}

/** Serves what is known, until the tests of a file are over. */
export function showUntilEnd(): (known: DeploymentFacts) => Promise<ShownPage> {
  const served = new Set<ServedPage>();
  const end = async (page: ServedPage) => {
    if (served.delete(page)) await page.close();
  };
  afterAll(() => Promise.all([...served].map(end)));
  return async (known) => {
    const source = handSource(known);
    const page = await servePage(source, { host: '127.0.0.1', port: 0 });
    served.add(page);
    return { url: page.url.slice(0, -1), tell: source.tell, end: () => end(page) };
  };
}

export interface Watch extends RunningCommand {
  /** Of its page, without a `/` at its end. */
  readonly url: string;
  readonly port: number;
}

/** Starts `statuswatch watch`, and resolves once it has printed where its page is; `end` sees to it that it ends. */
export async function startWatch(
  files: { readonly config: string; readonly state: string },
  end: (started: RunningCommand) => RunningCommand,
  port = 0,
): Promise<Watch> {
  const started = end(start(['watch', '--config', files.config, '--state', files.state, '--port', String(port)]));
  await started.shows(' healthy');
  const [, url = '', bound] = /page: (http:\/\/[^/]+:(\d+))\//.exec(started.written('stdout')) ?? [];
  return { ...started, url, port: Number(bound) };
}
