/** The child's side: reads its setup, does its jobs, and ends with its parent. */

import { readFileSync } from 'node:fs';

/** The setup that the parent has written for this child. */
export function readSetup<Setup>(): Setup {
  return JSON.parse(readFileSync(process.argv[2] as string, 'utf8'));
}

/** Answers each job; an error of `work` is sent as the answer. */
export function serveJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  process.once('disconnect', () => process.exit());
  process.on('message', ({ job }: { job: Job }) => {
    work(job).then(
      (answer) => process.send?.({ answer }),
      (error: Error) => process.send?.({ error: error.stack ?? String(error) }),
    );
  });
}
