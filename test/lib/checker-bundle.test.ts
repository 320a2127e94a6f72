/** The bundle as Lambda gets it: it loads, it carries the config, and nothing that is nobody's business. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENVIRONMENT } from '../../lambda/core/invocation';
import { secretVariable } from '../../lambda/core/secrets';
import { appFor, DEPLOY_YAML, fleet } from '../support/synthesis';

const BUNDLED = { '@aws-cdk/core:annotationsInValidationReport': false };

/** The folder that Lambda gets the content of. Its name ends in a hash of its content. */
function bundleOf(text: string): string {
  const { app } = appFor(text, BUNDLED);
  const assembly = app.synth();
  const assets = readFileSync(join(assembly.directory, `${assembly.stacks[0]?.stackName}.assets.json`), 'utf8');
  const { files } = JSON.parse(assets) as { files: Record<string, { source: { path: string; packaging: string } }> };
  const [code] = Object.values(files).filter(({ source }) => source.packaging === 'zip');
  return join(assembly.directory, String(code?.source.path));
}

describe('the bundle', () => {
  const variable = secretVariable({ secret: 'statuswatch/status-token', key: 'header' });
  process.env[variable] = 'hunter2-of-this-machine';
  const folder = bundleOf(DEPLOY_YAML);
  delete process.env[variable];
  const code = readFileSync(join(folder, 'index.js'), 'utf8');

  it('loads, and has a handler', () => {
    const environment = Object.fromEntries(Object.values(ENVIRONMENT).map((name) => [name, 'https://a.internal']));
    const script = 'process.stdout.write(typeof require(process.argv[1]).handler)';
    const output = execFileSync(process.execPath, ['-e', script, join(folder, 'index.js')], {
      cwd: folder,
      env: { ...environment, AWS_REGION: 'eu-central-1' },
      encoding: 'utf8',
    });
    expect(output).toBe('function');
  });

  it('carries the services and the reference of a secret', () => {
    expect(code).toContain('https://payment.statuswatch.internal/status');
    expect(code).toContain('statuswatch/status-token');
  });

  it('carries no e-mail address, no chat, no secret', () => {
    for (const text of ['oncall@', 'payments@', 'T07EA123LEP', 'C07EZ1ABC23', 'hunter2']) {
      expect(code).not.toContain(text);
    }
  });

  it('does not look for credentials beside its environment', () => {
    // The address of the metadata service of containers, and a name from the shared config files.
    expect(code).not.toContain('169.254.170.2');
    expect(code).not.toContain('sso_start_url');
  });

  it('changes only when what it watches does', () => {
    const [same, others] = [DEPLOY_YAML.replaceAll('oncall@', 'night@'), fleet(1)].map(bundleOf);
    const hash = (path: string | undefined) => path?.slice(-64);
    expect(hash(same)).toBe(hash(folder));
    expect(hash(others)).not.toBe(hash(folder));
  });
});
