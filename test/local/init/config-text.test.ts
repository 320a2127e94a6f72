/** What a new config has of the answers of its services, whatever they say. */

import fc from 'fast-check';
import { classify } from '../../../lambda/core/probe/classify';
import type { Observation } from '../../../lambda/core/probe/observation';
import { ID_LIMIT, SERVICE_ID } from '../../../lambda/core/words/ids';
import { failureBy, guessed, recognizeForm } from '../../../local/init/answer-form';
import { configText } from '../../../local/init/config-text';
import type { Discovery } from '../../../local/init/discover';
import { foundServices } from '../../../local/init/found-services';
import { configFrom } from '../../../local/input/load-config';
import { ANY_CHARACTER } from '../../support/core/any-character';
import { answer, EXPECTATION, failure, NOW, reportOf } from '../../support/core/observations';
import { faultsOf, understood } from '../../support/core/parsed';
import { runs } from '../../support/jest/lane';

const [SERVICE] = configFrom('a', '{ services: [{ id: a, baseUrl: https://a.internal }] }', {
  probing: 'none',
}).services;

function discovered(address: string, seen: Observation, origin: string | null = null): Discovery {
  if (!SERVICE) throw new Error('no service');
  const { report, message } = classify(seen, EXPECTATION, NOW);
  const form = seen.kind === 'answer' ? recognizeForm(seen, SERVICE, NOW) : null;
  const isOwn = form === null || form.contract === 'own';
  return {
    address,
    place: { baseUrl: address, path: '/status', kind: 'own' },
    form: isOwn ? null : form,
    origin,
    report: isOwn ? report : null,
    problem: form !== null && seen.kind === 'answer' ? failureBy(form, seen, SERVICE, NOW) : message,
    isUnknown: false,
  };
}

const reports = (baseUrl: string, fields: object = {}) => discovered(baseUrl, answer(200, reportOf({ ...fields })));

function write(discoveries: readonly Discovery[], keys: object = {}, keepFailing = false): string {
  const found = foundServices(discoveries);
  const left = found.filter(({ problem, isUnknown }) => problem !== null && (isUnknown || !keepFailing));
  const services = found.filter((service) => !left.includes(service));
  return configText({ schema: './schema.json', keys, receivers: [], services, left });
}
/** What a person does with all entries that are comments. */
const uncommented = (text: string) => text.replace(/^ {2}# (?=- id| {2}\w)/gm, '  ');
const writeKeeping = (discoveries: readonly Discovery[]) => write(discoveries, {}, true);

function parsed(text: string) {
  const { config, deployment } = understood('', { text, environment: { HOME: 'a variable of this machine' } });
  return { ...config, ...deployment };
}

const idsOf = (discoveries: readonly Discovery[]) => foundServices(discoveries).map(({ id }) => id);

describe('an id', () => {
  it.each([
    ['user-service', 'user-service', null],
    ['User Service', 'user-service', 'User Service'],
    ['com.company/Checkout', 'com.company-checkout', 'com.company/Checkout'],
    ['-', 'a.internal', '-'],
    ['决済', 'a.internal', '决済'],
    ['x'.repeat(80), 'x'.repeat(ID_LIMIT), 'x'.repeat(80)],
  ])('of a report that says %s is %s', (service, id, expectService) => {
    expect(foundServices([reports('https://a.internal', { service })])).toMatchObject([{ id, expectService }]);
    expect(parsed(write([reports('https://a.internal', { service })])).services[0]?.expectService).toBe(service);
  });

  it.each([
    ['https://user.company.com', 'user.company.com'],
    ['http://127.0.0.1:4101/api/v1', '127.0.0.1-4101-api-v1'],
    ['http://[::1]:80', '1'],
  ])('is made of the address %s if it gives no report: %s', (baseUrl, id) => {
    expect(idsOf([discovered(baseUrl, failure('connection_refused'))])).toEqual([id]);
  });

  it.each([[{ service: undefined }], [{ service: '' }], [{ service: 7 }]])(
    'is made of the address if the report has %j',
    (fields) => {
      expect(foundServices([reports('https://a.internal', fields)])).toMatchObject([
        { id: 'a.internal', expectService: null, report: { environment: 'production' } },
      ]);
    },
  );

  it('has the path of the address only if several services are on one host', () => {
    const at = (path: string): Discovery => ({
      ...discovered(`https://a.internal${path}`, answer(200, 'ok')),
      place: { baseUrl: 'https://a.internal', path, kind: 'given' },
    });
    expect(idsOf([at('/livez')])).toEqual(['a.internal']);
    expect(idsOf([at('/one/livez'), at('/two/livez')])).toEqual(['a.internal-one-livez', 'a.internal-two-livez']);
  });

  it('belongs to the first service that wants it, the others get a number', () => {
    const same = ['https://a.internal', 'https://b.internal', 'https://c.internal'].map((url) => reports(url));
    const taken = reports('https://d.internal', { service: 'user-service-2' });
    expect(idsOf([...same, taken])).toEqual(['user-service', 'user-service-3', 'user-service-4', 'user-service-2']);
    expect(parsed(write([...same, taken])).services.map(({ expectService }) => expectService)).toEqual([
      'user-service',
      'user-service',
      'user-service',
      'user-service-2',
    ]);
  });
});

describe('the environment', () => {
  const of = (environment: unknown, host: string) =>
    reports(`https://${host}.internal`, { service: host, environment });

  it('stands at the top if all that name one name the same', () => {
    const text = write([of('production', 'a'), of('production', 'b'), of(undefined, 'c')]);
    expect(text).toMatch(/^environment: production #/m);
    expect(text.match(/environment: /g)).toHaveLength(1);
  });

  it('stands at each service if they differ', () => {
    const { services } = parsed(write([of('production', 'a'), of('staging', 'b'), of('', 'c')]));
    expect(services.map(({ environment }) => environment)).toEqual(['production', 'staging', null]);
  });

  it('is left out if no report names one', () => {
    expect(write([of('', 'a')])).not.toContain('environment:');
  });
});

describe('the file', () => {
  const all = [
    reports('https://a.internal'),
    discovered('https://b.internal', answer(200, reportOf({ service: 'b' })), 'https://b.internal'),
  ];

  it('begins with the schema, and has the settings where the config has them', () => {
    const text = write(all, { name: 'shop', deploy: { region: 'eu-central-1' } });
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/schema\.json\n#/);
    expect(parsed(text)).toMatchObject({ name: 'shop', region: 'eu-central-1' });
  });

  it('shows what is missing, which is right as soon as its comment sign is taken away', () => {
    const text = write(all, { name: 'shop' });
    const { region, subscriptions } = parsed(text);
    expect({ region, subscriptions }).toEqual({ region: null, subscriptions: [] });
    const filled = text.replace(/^# (?=deploy: |alerts: )/gm, '');
    expect(parsed(filled)).toMatchObject({ region: 'eu-central-1', subscriptions: [{ email: 'oncall@company.com' }] });
  });

  it('has the Origin that a service needs', () => {
    expect(parsed(write(all)).services.map(({ origin }) => origin)).toEqual([null, 'https://b.internal']);
    expect(write(all)).toContain('origin: https://b.internal # it needs an Origin header\n');
  });

  it('puts no variable of this machine in place of what a service says', () => {
    const environment = 'at ${HOME}';
    const [service] = parsed(write([reports('https://a.internal', { service: '$${HOME}', environment })])).services;
    expect(service).toMatchObject({ id: 'home', expectService: '$${HOME}', environment });
  });

  it('says the same as the reports, whatever they say, and has no other key', () => {
    const text = fc.string({ unit: ANY_CHARACTER, maxLength: 300 });
    const odd = fc.constantFrom(
      'null',
      'true',
      '1e3',
      '~',
      '# no',
      '- a',
      'a: b',
      '"',
      "'",
      '|',
      '>',
      '*a',
      '&a',
      '!!x',
      '{',
    );
    const said = fc.option(fc.oneof(text, odd, fc.constantFrom('a', 'A', 'a-2')), { nil: undefined });
    const body = fc.record({ service: said, environment: said });
    const errors = text.map((error) => ({ status: 500, body: { error } }));
    const answers = fc.array(
      fc.oneof(
        body.map((fields) => ({ status: 200, body: reportOf(fields) })),
        errors,
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(answers, (given) => {
        const discoveries = given.map(({ status, body: held }, index) =>
          discovered(`https://s${index}.internal`, answer(status, held)),
        );
        const { services } = parsed(writeKeeping(discoveries));
        expect(new Set(services.map(({ id }) => id)).size).toBe(given.length);
        for (const [index, { id, expectService, baseUrl }] of services.entries()) {
          const { report } = discoveries[index] as Discovery;
          expect(id).toMatch(SERVICE_ID);
          expect(baseUrl).toBe(`https://s${index}.internal`);
          if (report?.service) expect(expectService).toBe(report.service);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

it('takes any answer of another framework for what it is: what is written makes no outage of its form', () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
    fc.constantFrom('UP', 'Degraded', 'down', 'true', '~'),
  );
  const name = fc.oneof(fc.constantFrom('status', 'health', 'state', 'data', '__proto__', 'a.b'), text);
  const value = fc.oneof(text, fc.dictionary(name, fc.oneof(text, fc.dictionary(name, text))), fc.integer());
  const bodies = fc.oneof(fc.dictionary(name, value), text);
  fc.assert(
    fc.property(bodies, fc.constantFrom(200, 204, 503), (body, httpStatus) => {
      const seen = answer(httpStatus, body);
      const text = write([discovered('https://a.internal', seen)]);
      const [service] = parsed(uncommented(text)).services;
      if (!service) throw new Error('no service');
      const { kind } = classify(seen, { ...service, secrets: [] }, NOW);
      if (httpStatus < 300) expect(kind).not.toBe('invalid');
      expect(text.includes('# Not watched yet: ')).toBe(kind !== 'healthy');
    }),
    { numRuns: runs(300) },
  );
});

describe('an address of which no answer is known', () => {
  const unknown = (address: string, place: Discovery['place']): Discovery => ({
    ...discovered(address, answer(404, '')),
    place,
    form: guessed('common', 'a guess'),
    problem: 'it answers 404 at /status',
    isUnknown: true,
  });

  it('is a comment, and a service once that is removed', () => {
    const text = write([
      reports('https://a.internal'),
      unknown('https://b.internal', { baseUrl: 'https://b.internal', path: '/health', kind: 'usual' }),
      unknown('https://c.internal/livez', { baseUrl: 'https://c.internal', path: '/livez', kind: 'given' }),
    ]);
    expect(parsed(text).services.map(({ id }) => id)).toEqual(['user-service']);
    expect(text).toContain('  # Not watched yet: it answers 404 at /status.\n');
    const { services } = parsed(uncommented(text));
    expect(services.map(({ id, statusUrl, contract }) => [id, statusUrl, contract])).toEqual([
      ['user-service', 'https://a.internal/status', 'own'],
      ['b.internal', 'https://b.internal/health', 'common'],
      ['c.internal-livez', 'https://c.internal/livez', 'common'],
    ]);
  });
});

describe('a service that fails', () => {
  const refused = discovered('https://b.internal', failure('connection_refused'));
  const down = discovered(
    'https://c.internal',
    answer(503, { status: 'DOWN', components: { db: { status: 'DOWN' } } }),
  );
  const sick = reports('https://d.internal', { service: 'd', status: 'unhealthy', environment: 'production' });

  it('is a comment with its reason, and a service once that is removed', () => {
    const text = write([reports('https://a.internal'), refused, down, sick]);
    expect(parsed(text).services.map(({ id }) => id)).toEqual(['user-service']);
    expect(text).toContain('  # Not watched yet: connection refused.\n');
    expect(text).toContain('  # Not watched yet: reports itself unhealthy ("DOWN", HTTP 503): db.\n');
    const { services } = parsed(uncommented(text));
    expect(services.map(({ id, contract, environment }) => [id, contract, environment])).toEqual([
      ['user-service', 'own', 'production'],
      ['b.internal', 'own', 'production'],
      ['c.internal', 'common', 'production'],
      ['d', 'own', 'production'],
    ]);
  });

  it('leaves YAML with one clear fault if there is no other', () => {
    expect(faultsOf('', { text: write([refused, sick]) })).toEqual([
      expect.stringMatching(/services is empty; add at least one, .*lines behind a "#" do not count$/),
    ]);
    expect(parsed(uncommented(write([refused, sick]))).services.map(({ id }) => id)).toEqual(['b.internal', 'd']);
  });

  it('is watched if that is asked for', () => {
    const text = writeKeeping([refused, sick]);
    expect(parsed(text).services.map(({ id }) => id)).toEqual(['b.internal', 'd']);
    expect(text).not.toContain('Not watched');
  });
});

it('writes two addresses of one place once', () => {
  const known = discovered('https://a.internal', answer(200, { status: 'UP' }));
  const place = { ...known.place, path: '/health' };
  const services = foundServices([
    { ...known, place },
    { ...known, address: 'https://a.internal/health', place },
  ]);
  expect(services.map(({ id, place: { path } }) => [id, path])).toEqual([['a.internal', '/health']]);
});

it('names a word that is taken for healthy', () => {
  const discovery = discovered('https://a.internal', answer(200, { status: 'all fine: ${HOME}' }));
  const [service] = parsed(write([discovery])).services;
  expect(service).toMatchObject({ contract: 'common', words: { healthy: ['all fine: ${HOME}'] } });
});
