/** The text of a new `statuswatch.yaml`. Its comments explain what to fill in next. */

import { Document, isMap, isScalar, type Node, stringify } from 'yaml';
import { escapeVariables } from '../../lambda/core/config/parse/variables';
import { cleanText } from '../../lambda/core/words/clean-text';
import { withoutQuery } from '../../lambda/core/words/shown-value';
import type { NewReceiver } from './first-receivers';
import type { FoundService, UnknownService } from './found-services';
import { configWith, SETTINGS, type Settings } from './settings';

export interface NewConfig {
  /** The path or address at which an editor finds the schema. */
  readonly schema: string;
  readonly settings: Settings;
  /** Who is notified first; nobody if this is missing. */
  readonly receivers?: readonly NewReceiver[];
  readonly services: readonly FoundService[];
  /** Services that are written as comments, since they fail now. */
  readonly failing: readonly FoundService[];
  readonly unknown: readonly UnknownService[];
}

const NOBODY_YET = [
  ' No email recipients yet. To add one, give an address:',
  ' alerts:',
  '   subscriptions:',
  '     - email: oncall@company.com',
];
const NOBODY_BY_MAIL_YET = [
  ' No email recipients yet. To add some, under "alerts:" write:',
  '   subscriptions:',
  '     - email: oncall@company.com',
];
const NO_REGION_YET = [
  ' Where it is deployed; without this line, in the region of the shell that deploys it:',
  ' deploy: { region: eu-central-1 }',
];
const OF_SERVICES = ' Each service is checked at baseUrl + path (default: /status).';

/** The guide for services that don't keep the own contract, where the package has it. */
export const GUIDE = 'docs/how-to/watch-what-you-already-have.md';

/**
 * Writes the texts of services so that they are read back unchanged: no variable in them is replaced. Without `services` the key of that name
 * holds comments alone, which is a fault of the config until the first of them is none any more.
 */
export function configText({ schema, settings, receivers = [], services, failing, unknown }: NewConfig): string {
  const common = commonEnvironment([...services, ...failing]);
  const given = SETTINGS.flatMap((setting) => {
    const value = settings[setting];
    return value === undefined ? [] : [configWith(setting, value)];
  });
  const document = new Document({
    ...Object.assign({}, ...given),
    ...(receivers.length > 0 && { alerts: alertsWith(receivers, settings) }),
    ...(common !== null && { environment: escapeVariables(common) }),
    services: services.length === 0 ? null : services.map((service) => entryOf(service, common)),
  });
  document.commentBefore = [
    ` yaml-language-server: $schema=${schema}`,
    ' What statuswatch watches. An editor that knows YAML schemas explains each key;',
    ' "statuswatch config" prints this file with all defaults.',
  ].join('\n');
  commentAt(document.contents, 'environment', ' what the reports name; another one is a condition of the service');
  const missing = [
    ...(settings.region === undefined ? [NO_REGION_YET] : []),
    ...(settings.email === undefined ? [receivers.length === 0 ? NOBODY_YET : NOBODY_BY_MAIL_YET] : []),
    [OF_SERVICES],
  ];
  const last = isMap(document.contents) ? document.contents.items.at(-1)?.key : null;
  if (isScalar(last)) {
    last.spaceBefore = true;
    last.commentBefore = missing.map((lines) => lines.join('\n')).join('\n\n');
  }
  for (const [index, { comment }] of receivers.entries()) {
    (document.getIn(['alerts', 'receivers', index]) as Node).commentBefore = comment;
  }
  for (const [index, service] of services.entries()) {
    const entry = document.getIn(['services', index]) as Node;
    if (service.unnamed !== null && service.form === null) {
      entry.commentBefore = ` The id is made of the address: ${service.unnamed}`;
    }
    explain(entry, service);
  }
  const comments = [...failing.map((service) => failingEntry(service, common)), ...unknown.map(unknownEntry)];
  return document.toString({ lineWidth: 0, nullStr: '' }) + comments.join('');
}

/** The key has both: the addresses of a deployment, and the receivers. */
function alertsWith(receivers: readonly NewReceiver[], { email }: Settings): object {
  return {
    ...(email !== undefined && { subscriptions: [{ email }] }),
    receivers: receivers.map(({ kind, settings }) => ({ id: kind, [kind]: settings })),
  };
}

function explain(entry: unknown, { form, origin }: FoundService): void {
  if (form !== null) commentAt(entry, 'contract', ` ${form.why}`);
  if (origin !== null) commentAt(entry, 'origin', ' without an Origin header it refuses the request');
}

/** An entry that is commented out, so that nobody is notified at once of what fails now. */
function failingEntry(service: FoundService, common: string | null): string {
  const document = new Document([entryOf(service, common)]);
  explain(document.getIn([0]), service);
  const check = service.isGuessed ? ', and see whether its id and contract fit' : '';
  return commentedOut(
    [
      `Not watched yet, since it fails: ${cleanText(service.failing ?? '', WHY_LENGTH)}.`,
      `Once it is healthy, remove the "# " before these lines${check}. If only this machine`,
      'can\'t reach it, remove them now; "init --keep-failing" writes such services without.',
    ],
    document.toString({ lineWidth: 0 }),
  );
}

const WHY_LENGTH = 300;

function commentedOut(reasons: readonly string[], entry: string): string {
  const lines = [...reasons, ...entry.trimEnd().split('\n')];
  return `\n${lines.map((line) => `  # ${line}\n`).join('')}`;
}

/** An entry that is commented out, so that nobody is notified of it until its path and contract are right. */
function unknownEntry({ id, baseUrl, answered }: UnknownService): string {
  const { origin, pathname, search } = new URL(baseUrl);
  const isHost = pathname === '/' && search === '';
  const place = { baseUrl: isHost ? baseUrl : origin, path: isHost ? '/health' : `${pathname}${search}` };
  const escaped = {
    id,
    baseUrl: escapeVariables(place.baseUrl),
    path: escapeVariables(place.path),
    contract: 'common',
  };
  return commentedOut(
    [
      `Not watched yet: ${withoutQuery(baseUrl)} answers ${answered}.`,
      `Correct its path and contract (${GUIDE}), and remove the "# " before them:`,
    ],
    stringify([escaped], { lineWidth: 0 }),
  );
}

/** The environment that all reports with an environment name; `null` if they differ. */
function commonEnvironment(services: readonly FoundService[]): string | null {
  const named = new Set(services.flatMap(({ environment }) => environment ?? []));
  const [first = null] = named;
  return named.size === 1 ? first : null;
}

function entryOf(service: FoundService, common: string | null): object {
  const { id, baseUrl, path, form, expectService, environment, origin } = service;
  return {
    id,
    baseUrl: escapeVariables(baseUrl),
    ...(path !== null && { path: escapeVariables(path) }),
    ...(form !== null && { contract: form.contract }),
    ...(form?.at != null && { at: form.at }),
    ...(form?.healthyWord != null && { words: { healthy: [escapeVariables(form.healthyWord)] } }),
    ...(expectService !== null && { expectService: escapeVariables(expectService) }),
    ...(environment !== null && environment !== common && { environment: escapeVariables(environment) }),
    ...(origin !== null && { origin }),
  };
}

function commentAt(map: unknown, key: string, comment: string): void {
  const value = isMap(map) ? map.get(key, true) : undefined;
  if (value) value.comment = comment;
}
