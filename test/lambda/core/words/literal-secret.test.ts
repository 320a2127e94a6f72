/** What stands in a header as it is: which of it counts as a secret, and what is shown of it. */

import { formatFault } from '../../../../lambda/core/config/parse/fault';
import type { ConfigResult } from '../../../../lambda/core/config/parse/parse-config';
import { secretsOf } from '../../../../lambda/core/config/service-values';
import { describeConfig } from '../../../../local/input/describe-config';
import { parse } from '../../../support/core/parsed';

function shown(result: ConfigResult): string {
  return result.ok ? describeConfig(result.config, result.deployment) : result.faults.map(formatFault).join('\n');
}

describe('of what stands in a header as it is', () => {
  it.each<[string, string, string[]]>([
    ['Authorization', 'Bearer opensesame', ['Bearer opensesame']],
    ['X-Api-Key', 'short', []],
    ['X-Custom', 'f81d4fae-7dec', ['f81d4fae-7dec']],
    ['X-Custom', 'production', []],
    ['X-Custom', 'eu-central-1, 2026-01-01, user-service/v2', []],
    ['Cookie', 'theme=production; id=f81d4fae7dec', ['id=f81d4fae7dec']],
    ['Accept', 'application/vnd.shop4711+json', []],
    ['User-Agent', 'statuswatch4711/1.0', []],
  ])('%s: %s, these are secrets: %j', (name, value, secrets) => {
    const text = `services: [{ id: a, baseUrl: "http://a", headers: { ${name}: "${value}" } }]`;
    const result = parse(text);
    expect(result.ok && result.config.services.map(secretsOf)).toEqual([secrets]);
  });

  it.each([
    ['Authorization', 'Bearer ${TOKEN}', 'Bearer ${TOKEN}', []],
    ['X-Key', 'S3cret-part-${TOKEN}', '***${TOKEN}', ['S3cret-part-']],
    ['X-Key', 'opensesame${TOKEN}', '***${TOKEN}', ['opensesame']],
    ['Cookie', 'session=${TOKEN}; theme=dark', 'session=${TOKEN}; theme=dark', []],
  ])('%s: %s is shown as %s', (name, value, text, secrets) => {
    const config = (more: string) =>
      `services: [{ id: a, baseUrl: "http://a", headers: { ${name}: "${value}${more}" } }]`;
    const result = parse(config(''), { environment: { TOKEN: 't0ken' } });
    expect(shown(result).replaceAll('"', '')).toContain(`${name}: ${text}\n`);
    expect(result.ok && result.config.services.map(secretsOf)).toEqual([['t0ken', ...secrets]]);
    const fault = shown(parse(config('€'), { environment: { TOKEN: 't0ken' } }));
    expect(fault).toContain(`headers.${name} is "${text.split('}')[0]}`);
    expect(fault).not.toMatch(/S3cret|opensesame/);
  });
});
