/** The regions that confirm an outage. The other faults are in the files of `faults`. */

import { faultsOf, understood } from '../../../../support/core/parsed';

const textOf = (own: string) => `confirmFrom: [us-east-1, sa-east-1]
deploy: { region: eu-central-1 }
tls: { client: { cert: { secret: c }, key: { secret: k } } }
services: [{ id: a, baseUrl: "https://user.company.com"${own} }]`;

it('is parsed for the deployment and for each service', () => {
  const { config } = understood(textOf(', confirmFrom: none'), { deploying: true });
  expect([config.confirmFrom, config.services[0]?.confirmFrom]).toEqual([['us-east-1', 'sa-east-1'], 'none']);
  const without = understood('').config;
  expect([without.confirmFrom, without.services[0]?.confirmFrom]).toEqual([null, null]);
});

it('refuses a deployment with a client certificate, unless the service says none', () => {
  expect(faultsOf(textOf(''), { deploying: true })).toEqual([
    '4:12  services[0] has a client certificate, which stays here; expected "confirmFrom: none" in this service',
  ]);
});
