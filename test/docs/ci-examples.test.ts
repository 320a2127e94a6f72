/** The workflows of `examples/ci` are valid for GitHub and GitLab, as far as that can be tested here. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { parse } from 'yaml';
import { PRICES } from '../../lambda/core/cost/prices';
import { CHECKER_MEMORY_MB } from '../../lambda/core/invoke/invocation';

const ROOT = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, 'examples/ci', name), 'utf8');

interface WorkflowParser {
  parseWorkflow(
    file: { readonly name: string; readonly content: string },
    trace: unknown,
  ): { readonly context: { readonly errors: { getErrors(): readonly { readonly message: string }[] } } };
  readonly NoOperationTraceWriter: new () => unknown;
}

/** Loads GitHub's own parser, with its schema of workflows. It is bundled first, because Node 20 does not support how it imports JSON. */
function workflowParser(): WorkflowParser {
  const contents = `export { parseWorkflow, NoOperationTraceWriter } from '@actions/workflow-parser';`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  const loaded = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(
    loaded,
    loaded.exports,
    createRequire(__filename),
  );
  return loaded.exports as WorkflowParser;
}

describe('github.yml', () => {
  const { parseWorkflow, NoOperationTraceWriter } = workflowParser();
  const faultsOf = (content: string) =>
    parseWorkflow({ name: 'github.yml', content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);
  const text = read('github.yml');

  it("is valid by GitHub's schema, with valid expressions", () => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['run: npm install', 'rum: npm install', "Unexpected value 'rum'"],
    ['id-token: write', 'id-token: yes', "Unexpected value 'yes'"],
    ['steps.deploy.outcome', 'step.deploy.outcome', "Unrecognized named-value: 'step'"],
  ])('is not valid with a mistake: %s → %s', (right, wrong, fault) => {
    expect(faultsOf(text.replace(right, wrong)).join()).toContain(fault);
  });

  it('passes no expression to the shell, where it could run a command', () => {
    const { steps } = parse(text).jobs.deploy;
    const scripts = steps.flatMap(({ run = '' }: { run?: string }) => run);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script: string) => script.includes('${{'))).toEqual([]);
  });
});

/**
 * The job keywords that the example uses, since no package on npm has GitLab's JSON Schema for our versions of Node.
 * Source: GitLab docs, "CI/CD YAML syntax reference", "Job keywords".
 */
const JOB_KEYWORDS = [
  'extends',
  'stage',
  'script',
  'before_script',
  'artifacts',
  'when',
  'id_tokens',
  'resource_group',
];
const GLOBAL_KEYWORDS = ['default', 'stages', 'variables', 'workflow'];

describe('gitlab.yml', () => {
  const config: Record<string, Record<string, unknown>> = parse(read('gitlab.yml'));
  const jobs = Object.entries(config).filter(([name]) => !GLOBAL_KEYWORDS.includes(name));

  it('has only known keywords, stages and templates', () => {
    const unknown = jobs.flatMap(([, job]) => Object.keys(job).filter((key) => !JOB_KEYWORDS.includes(key)));
    expect(unknown).toEqual([]);
    const visible = jobs.filter(([name]) => !name.startsWith('.'));
    expect(visible.map(([, { stage }]) => stage)).toEqual(config.stages);
    expect(visible.every(([, job]) => String(job.extends) in config && Array.isArray(job.script))).toBe(true);
  });

  it('rolls back to the saved version if an earlier stage failed', () => {
    // Source: the same page, "when": "on_failure: Run the job only when at least one job in an earlier stage fails."
    expect(config['roll back']).toMatchObject({ stage: 'roll back', when: 'on_failure' });
    // Source: GitLab docs, "GitLab CI/CD artifacts reports types", "artifacts:reports:dotenv": "The collected variables are registered as
    // runtime-created variables of the job".
    expect(config.deploy?.artifacts).toEqual({ when: 'always', reports: { dotenv: 'before.env' } });
    expect(JSON.stringify(config.deploy?.script)).toContain('BEFORE=');
  });
});

it('the guide says what checks from a deployment cost', () => {
  const guide = readFileSync(join(ROOT, 'docs/how-to/wait-for-a-deploy.md'), 'utf8');
  const gigabytes = CHECKER_MEMORY_MB / 1_024;
  const invocations = 120;
  const costOf = (seconds: number) =>
    invocations * (seconds * gigabytes * PRICES.lambdaDuration.usd + PRICES.lambdaRequest.usd);
  expect(guide).toContain('Ten minutes cost half a cent at most.');
  expect(costOf(3) + costOf(0.3)).toBeCloseTo(0.005, 3);
});
