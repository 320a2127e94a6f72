/** The steps to move a public page, and what stays of it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageStackName } from '../../lambda/status-page/core/status-page';
import { fleet, resourcesOf, templateOf } from '../support/aws/synthesis';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

// Amazon CloudFront developer guide, "Move an alternate domain name": "you will get the CNAMEAlreadyExists error message (One or more of the
// CNAMEs you provided are already associated with a different resource) when you try to add www.example.com to a standard distribution …
// but that alternate domain name is already associated with a different resource."
it('docs/reference/status-page.md frees the domain before the page moves, and deletes the former stack last', () => {
  const [, moving = ''] = read('docs/reference/status-page.md').split('## Moving the page');
  const steps = [
    /`CNAMEAlreadyExists`/,
    /^1\. \*\*Free the domain/m,
    /^2\. \*\*Change `region`/m,
    /^4\. \*\*Delete the former stack/m,
  ];
  const places = steps.map((step) => moving.search(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(moving).toContain(`--stack-name ${pageStackName('NAME', 'REGION')} --region FORMER`);
});

// Amazon CloudWatch Logs of a Lambda function that has no log group of its stack: AWS Lambda developer guide, "Sending Lambda function logs
// to CloudWatch Logs": "By default, Lambda automatically captures logs for all function invocations and sends them to CloudWatch Logs".
it('docs/how-to/remove-it-all.md says what remains of a public page', () => {
  const text = read('docs/how-to/remove-it-all.md');
  expect(text).toMatch(/^ {4}npx cdk destroy --all$/m);
  expect(text).toContain(`--stack-name ${pageStackName('statuswatch', 'eu-central-1')} --region eu-west-1`);
  const template = templateOf(`statusPage: { title: T, services: [{ id: s0, name: S }] }\n${fleet(1)}`);
  const helpers = Object.entries(resourcesOf(template, 'AWS::Lambda::Function')).filter(
    ([, { Properties }]) => Properties.LoggingConfig === undefined,
  );
  expect(helpers.map(([id]) => id)).toEqual([expect.stringMatching(/^CustomS3AutoDelete/)]);
  expect(text).toContain('`CustomS3`');
});
