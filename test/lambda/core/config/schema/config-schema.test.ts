/** The JSON Schema for editors: as generated, and right about the files that it is held against. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parse } from 'yaml';
import { configJsonSchema } from '../../../../../lambda/core/config/schema/config-schema';
import { withConfigTables } from '../../../../../scripts/config-tables';

const ROOT = join(__dirname, '../../../../..');
const shipped = parse(readFileSync(join(ROOT, 'statuswatch.yaml'), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(configJsonSchema());

it('statuswatch.schema.json is as "npm run schema" would write it', () => {
  const stored = JSON.parse(readFileSync(join(ROOT, 'statuswatch.schema.json'), 'utf8'));
  expect(stored).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});

it('accepts the statuswatch.yaml that comes with it', () => {
  validate(shipped);
  expect(validate.errors).toBeNull();
});

it.each([
  ['extends another one', { extends: 'base.yaml', services: [{ id: 'a', severity: 'info' }] }],
  ['extends another one and adds no service', { extends: 'base.yaml', name: 'prod' }],
  ['has a place for anchors', { 'x-slow': { timeout: '9s' }, services: [{ id: 'a', baseUrl: 'https://a.internal' }] }],
])('accepts a file that %s', (_what, content) => {
  validate(content);
  expect(validate.errors).toBeNull();
});

describe('refuses', () => {
  const service = { id: 'a', baseUrl: 'https://a.internal' };
  it.each([
    ['an unknown key', { ...shipped, tiemout: '3s' }, ''],
    ['an unknown key of a service', { services: [{ ...service, url: 'https://a.internal' }] }, '/services/0'],
    ['an unknown key of retry', { retry: { tries: 3 }, services: [service] }, '/retry'],
    ['a service without an id', { services: [{ baseUrl: 'https://a.internal' }] }, '/services/0'],
    ['no services', { services: [] }, '/services'],
    ['a bad duration', { timeout: '3 seconds', services: [service] }, '/timeout'],
    ['a number for a header', { headers: { 'X-Build': 7 }, services: [service] }, '/headers/X-Build'],
    ['a number out of its range', { concurrency: 0, services: [service] }, '/concurrency'],
    ['a text for yes or no', { services: [{ ...service, requireService: 'yes' }] }, '/services/0/requireService'],
    ['an unknown severity', { services: [{ ...service, severity: 'high' }] }, '/services/0/severity'],
  ])('%s', (_name, content, place) => {
    expect(validate(content)).toBe(false);
    expect([...new Set(validate.errors?.map(({ instancePath }) => instancePath))]).toEqual([place]);
  });
});

it('describes every key', () => {
  const undescribed = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const { properties = {}, items } = schema as {
      properties?: Record<string, { description?: string }>;
      items?: unknown;
    };
    return [
      ...Object.entries(properties).flatMap(([key, value]) => [
        ...(value.description ? [] : [`${path}${key}`]),
        ...undescribed(value, `${path}${key}.`),
      ]),
      ...undescribed(items, `${path}[].`),
    ];
  };
  expect(undescribed(configJsonSchema(), '')).toEqual([]);
});

it('docs/reference/configuration.md has the tables that "npm run schema" writes', () => {
  const page = readFileSync(join(ROOT, 'docs/reference/configuration.md'), 'utf8');
  expect(page).toBe(withConfigTables(page, configJsonSchema()));
  expect(page.match(/^\| `\w/gm)?.length).toBeGreaterThan(80);
});
