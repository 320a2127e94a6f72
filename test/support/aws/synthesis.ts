/** Stacks as tests look at them: of a config's text, with the app's own flags. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Environment } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { parse } from 'yaml';
import cdkJson from '../../../cdk.json';
import { METRICS, NAMESPACE } from '../../../lambda/core/metrics/metrics';
import type { ConfigContent } from '../../../lib';
import { StatuswatchStack } from '../../../lib/statuswatch-stack';
import { understood } from '../core/parsed';
import { IS_LONG_LANE } from '../jest/lane';

/** The config of CI's synthesis: the six services, with everything that can be deployed. */
export const DEPLOY_YAML = readFileSync(join(__dirname, '../../fixtures/deploy.yaml'), 'utf8');

/** CI's other two: private services with a key of one's own, and a fleet of 250. */
export const PRIVATE_YAML = readFileSync(join(__dirname, '../../fixtures/deploy-private.yaml'), 'utf8');
export const FLEET_YAML = readFileSync(join(__dirname, '../../fixtures/deploy-fleet.yaml'), 'utf8');

export function deployable(text: string) {
  return understood(text, { environment: {}, readCa: () => '', deploying: true });
}

/** What a construct is made of for a config's text. */
export function propsOf(text: string) {
  return { config: parse(text) as ConfigContent };
}

/** A config of `count` services with ids `s0`, `s1` and so on, and `keys` at its top. */
export function fleet(count: number, keys = ''): string {
  const services = Array.from(
    { length: count },
    (_, index) => `  - { id: s${index}, baseUrl: "https://s${index}.internal" }`,
  );
  return [keys, 'services:', ...services].filter(Boolean).join('\n');
}

const ASSEMBLIES = mkdtempSync(join(tmpdir(), 'statuswatch-synth-'));
afterAll(() => rmSync(ASSEMBLIES, { recursive: true }));

/** Annotations would be printed by each synthesis; tests read them from the template's metadata. */
const QUIET = { '@aws-cdk/core:annotationsInValidationReport': false };

/** What CDK writes beside the templates for those who look for a fault: it took a quarter of the time, and no test reads it. */
const WITHOUT_TRACES = { 'aws:cdk:disable-creation-stack-traces': true };

/**
 * An app with nothing in it. What it synthesizes goes through the CDK's own rules for templates where `validated`, and
 * always in the long lane: to load them takes seconds in each process.
 */
export function emptyApp(context: Readonly<Record<string, unknown>> = QUIET, validated: boolean = IS_LONG_LANE): App {
  return new App({
    builtinCloudFormationValidation: validated,
    outdir: mkdtempSync(join(ASSEMBLIES, 'cdk.out-')),
    treeMetadata: false,
    context: { ...cdkJson.context, ...WITHOUT_TRACES, ...context },
  });
}

/** The app of a config's text, as `emptyApp` makes it. */
export function appFor(
  text: string,
  context?: Readonly<Record<string, unknown>>,
  validated?: boolean,
  env?: Environment,
) {
  const app = emptyApp(context, validated);
  const { name } = deployable(text).config;
  return { app, stack: new StatuswatchStack(app, name, { ...propsOf(text), ...(env && { env }) }) };
}

const templates = new Map<string, Template>();

/** The template of a config's text, made once in each test file. */
export function templateOf(text: string): Template {
  const template = templates.get(text) ?? Template.fromStack(appFor(text).stack);
  templates.set(text, template);
  return template;
}

/** What an alarm on the health of a service of `deploy.yaml` watches, as CloudFormation writes it. */
export function healthMetricOf(service: string) {
  return {
    Namespace: NAMESPACE,
    MetricName: METRICS.healthy,
    Dimensions: [
      { Name: 'Deployment', Value: 'statuswatch' },
      { Name: 'Service', Value: service },
    ],
    Statistic: 'Minimum',
  };
}

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template's properties have as many shapes as there are resources
  readonly Properties: any;
  readonly [attribute: string]: unknown;
}

/** All resources of a type, by logical id. */
export function resourcesOf(template: Template, type: string): Readonly<Record<string, Resource>> {
  return template.findResources(type) as Record<string, Resource>;
}

/** The one resource of a type, or of those whose logical id begins so, with its logical id. */
export function onlyResource(template: Template, type: string, prefix = ''): Resource & { readonly id: string } {
  const found = Object.entries(resourcesOf(template, type)).filter(([id]) => id.startsWith(prefix));
  const [[id, resource] = []] = found;
  if (found.length !== 1 || id === undefined || resource === undefined) {
    throw new Error(`expected one ${type} ${prefix}, found ${found.map(([each]) => each).join(', ') || 'none'}`);
  }
  return { ...resource, id };
}
