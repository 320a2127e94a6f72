/** The text of a new `statuswatch.yaml`. Its comments explain what to fill in next. */

import { Document, isMap, isScalar, type Node } from 'yaml';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import { cleanText } from '../../lambda/core/words/clean-text';
import type { NewReceiver } from './first-receivers';
import type { FoundService } from './found-services';
import { OWN_PATH } from './places';

export interface NewConfig {
  /** The path or address at which an editor finds the schema. */
  readonly schema: string;
  /** The keys other than environment and services. */
  readonly keys: object;
  readonly receivers: readonly NewReceiver[];
  readonly services: readonly FoundService[];
  /** Services that are written as comments, since each would be an outage at once. */
  readonly left: readonly FoundService[];
}

const NO_REGION_YET = [' To set the region of a deployment:', ' deploy: { region: eu-central-1 }'];
const NO_EMAIL_YET = [
  ' To add email recipients of a deployment:',
  ' alerts: { subscriptions: [{ email: oncall@company.com }] }',
];

/** Texts of services are read back unchanged: no variable in them is replaced. With no `services` the file has a fault until one is added. */
export function configText({ schema, keys, receivers, services, left }: NewConfig): string {
  const common = commonEnvironment([...services, ...left]);
  const document = new Document({
    ...keys,
    ...(common !== null && { environment: escapeVariables(common) }),
    services: services.length === 0 ? null : services.map((service) => serviceEntry(service, common)),
  });
  document.commentBefore = [
    ` yaml-language-server: $schema=${schema}`,
    ' What statuswatch watches. An editor that knows YAML schemas explains each key;',
    ' "statuswatch check --show-config" prints this file with all defaults.',
  ].join('\n');
  commentAt(document.contents, 'environment', ' reports should name it; another one is a condition');
  const missing = [
    ...('deploy' in keys ? [] : [NO_REGION_YET]),
    ...('alerts' in keys ? [] : [NO_EMAIL_YET]),
    [' Each service is checked at baseUrl + path (default: /status).'],
  ];
  const last = isMap(document.contents) ? document.contents.items.at(-1)?.key : null;
  if (isScalar(last)) {
    last.spaceBefore = true;
    last.commentBefore = missing.map((lines) => lines.join('\n')).join('\n\n');
  }
  for (const [index, { comment }] of receivers.entries()) {
    (document.getIn(['alerts', 'receivers', index]) as Node).commentBefore = comment;
  }
  for (const [index, service] of services.entries()) explain(document.getIn(['services', index]), service);
  return (
    document.toString({ lineWidth: 0, nullStr: '' }) + left.map((service) => commentedOut(service, common)).join('')
  );
}

function explain(entry: unknown, { form, origin }: FoundService): void {
  if (form !== null) commentAt(entry, 'contract', ` ${form.why}`);
  if (origin !== null) commentAt(entry, 'origin', ' it needs an Origin header');
}

/** An entry as a comment, so that nobody is notified of it at once. */
function commentedOut(service: FoundService, common: string | null): string {
  const document = new Document([serviceEntry(service, common)]);
  explain(document.getIn([0]), service);
  const lines = [
    `Not watched yet: ${cleanText(service.problem ?? '', 300)}.`,
    service.isUnknown
      ? `Correct path and contract (docs/how-to/watch-what-you-already-have.md), and remove the "# ":`
      : 'Once it is healthy, check id and contract, and remove the "# ":',
    ...document.toString({ lineWidth: 0 }).trimEnd().split('\n'),
  ];
  return `\n${lines.map((line) => `  # ${line}\n`).join('')}`;
}

/** The environment that all reports with an environment name; `null` if they differ. */
function commonEnvironment(services: readonly FoundService[]): string | null {
  const named = new Set(services.flatMap(({ report }) => report?.environment || []));
  const [first = null] = named;
  return named.size === 1 ? first : null;
}

function serviceEntry(service: FoundService, common: string | null): object {
  const { id, place, form, expectService, report, origin } = service;
  const environment = report?.environment || common;
  return {
    id,
    baseUrl: escapeVariables(place.baseUrl),
    ...(place.path !== OWN_PATH && { path: escapeVariables(place.path) }),
    ...(form !== null && { contract: form.contract }),
    ...(form?.at != null && { at: form.at }),
    ...(form?.healthyWord != null && { words: { healthy: [escapeVariables(form.healthyWord)] } }),
    ...(expectService !== null && { expectService: escapeVariables(expectService) }),
    ...(environment && environment !== common && { environment: escapeVariables(environment) }),
    ...(origin !== null && { origin }),
  };
}

function commentAt(map: unknown, key: string, comment: string): void {
  const value = isMap(map) ? map.get(key, true) : undefined;
  if (value) value.comment = comment;
}
