/** What the function answers of its config holds no value that could be a secret. */

import { shownConfig } from '../../../../lambda/core/config/shown-config';
import { understood } from '../../../support/core/parsed';

const VALUES = '{ X-Literal: hunter2-is-the-token, X-Hidden: "${TOKEN}", X-Secret: { secret: prod/token } }';
const RECEIVERS = `
    - { id: team, slack: { url: "https://hooks.internal/hunter2" } }
    - { id: am, alertmanager: { urls: ["https://am.internal/hunter2"], headers: ${VALUES}, auth: { bearer: "\${TOKEN}" } } }
    - { id: hook, webhook: { url: { secret: hook }, headers: { A: "hunter2 {{ id }}" }, body: hunter2 } }`;

it('names the headers, the receivers and the references, and shows no value', () => {
  const { config } = understood(`headers: ${VALUES}\nalerts:\n  receivers:${RECEIVERS}`, { probing: 'none' });
  expect(JSON.stringify(config)).toContain('hunter2');
  const shown = shownConfig(config);
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  const headers = {
    'X-Literal': { kind: 'literal', value: '(hidden)' },
    'X-Hidden': { kind: 'hidden', text: '${TOKEN}' },
    'X-Secret': { kind: 'secret', secret: 'prod/token' },
  };
  expect(shown.services).toMatchObject([{ id: 'a', headers }]);
  expect(shown.receivers).toMatchObject([
    { id: 'team', settings: { url: { kind: 'literal', value: '(hidden)' } } },
    { id: 'am', access: { headers, auth: { kind: 'bearer', token: { text: '${TOKEN}' } } } },
    { id: 'hook', settings: { url: { kind: 'secret', secret: 'hook' } } },
  ]);
});
