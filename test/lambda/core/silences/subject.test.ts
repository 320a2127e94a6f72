/** Which services a request is about. */

import { readSubject } from '../../../../lambda/core/silences/subject';

const IDS = ['user-service', 'payment-service', 'all'];

it.each([
  ['payment-service', ['payment-service']],
  [['payment-service'], ['payment-service']],
  [
    ['payment-service', 'user-service'],
    ['user-service', 'payment-service'],
  ],
  ['all', null],
  [['all'], ['all']],
])('%j is about %j', (raw, services) => {
  expect(readSubject(raw, IDS)).toEqual({ services });
});

it.each([
  ['mail', 'there is no service "mail"'],
  ['PAYMENT-SERVICE', 'there is no service "PAYMENT-SERVICE"'],
  ['', 'there is no service ""'],
  [7, 'there is no service 7'],
  [{}, 'there is no service {}'],
  [true, 'there is no service true'],
  [undefined, 'there is no service nothing'],
  [[], 'no service is named'],
  [['user-service', 'mail', ['cart']], 'there is no service "mail", ["cart"]'],
])('%j is refused', (raw, wrong) => {
  expect(readSubject(raw, IDS)).toEqual({ fault: `${wrong}: expected user-service, payment-service, all` });
});

it('shows no more than twenty names, however many there are', () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `service-${index}`);
  const asked = ids.map((id) => `${'x'.repeat(1_000)}${id}`);
  const subject = readSubject(asked, ids);
  const fault = 'fault' in subject ? subject.fault : '';
  expect(fault).toContain('service-19 and 980 more');
  expect(fault.length).toBeLessThan(2_500);
});
