/** Reads the templates of webhooks from the file, and finds their faults. */

import { hasTemplate, isReceiverKind } from '../../../receivers/kinds';
import { nearMiss } from '../../keys/near-miss';
import { isJsonObject, type JsonObject, jsonObjectOf, objectsOf } from '../../words/json';
import { maskWords, shorten } from '../../words/shown-value';
import {
  ADDRESS_FIELDS,
  placeholdersIn,
  type RequestTemplate,
  settingAt,
  TEMPLATE_FIELDS,
  textAround,
} from '../../words/template';
import type { ReceiverAccess, ReceiverConfig } from '../receivers';
import type { SecretValue } from '../secret-value';
import { secretValues, type ValueContext } from './credentials';
import type { ConfigDocument } from './document';
import { type ConfigFault, type ConfigPath, receiverPath } from './fault';
import { NOT_A_TEXT } from './read-yaml';

/** The part of a request that a text belongs to. */
type Part = 'body' | 'address' | 'header';

interface TemplateText {
  readonly path: ConfigPath;
  readonly part: Part;
  /** The text as the file has it. */
  readonly text: string;
  /** Whether its value comes from outside the file, at least in part. */
  readonly isFixed: boolean;
}

/** Returns the receiver's settings and headers without templates, and the template; nothing without a body. `path` is that of the kind's map. */
export function buildTemplate(
  path: ConfigPath,
  settings: ReceiverConfig['settings'],
  access: ReceiverAccess,
  context: ValueContext,
): Pick<ReceiverConfig, 'settings' | 'access' | 'template'> | null {
  const raw = jsonObjectOf(context.document.get(path)) as Partial<RequestTemplate>;
  if (raw.body === undefined) return null;
  const { method = 'POST', words = {}, limits = {}, group = false, body } = raw;
  const on = Object.entries(raw.on ?? {}).map(([event, own]) => [
    event,
    { ...(own.method && { method: own.method }), ...(own.body !== undefined && { body: own.body }) },
  ]);
  const own = textsIn(path, context.document)
    .filter(({ path: at, part, isFixed }) => (part === 'body' && isFixed) || (part === 'address' && at.includes('on')))
    .map(({ path: at }) => [settingAt(at.slice(path.length)), valueAt(at, context)] as const);
  const all = { ...settings, ...Object.fromEntries(own) };
  const isTemplate = ([, value]: [string, SecretValue]) =>
    value.kind === 'literal' && placeholdersIn(value.value).length > 0;
  const headers = Object.entries(access.headers);
  return {
    settings: all,
    access: { ...access, headers: Object.fromEntries(headers.filter((header) => !isTemplate(header))) },
    template: {
      method,
      body,
      on: Object.fromEntries(on),
      headers: Object.fromEntries(
        headers.filter(isTemplate).map(([name, value]) => [name.toLowerCase(), 'value' in value ? value.value : '']),
      ),
      words,
      limits,
      group,
      fixed: Object.keys(all).filter((name) => all[name]?.kind !== 'literal'),
    },
  };
}

function valueAt(path: ConfigPath, context: ValueContext): SecretValue {
  const name = String(path.at(-1));
  const value = context.document.get(path) as string | { readonly secret: string; readonly key: string | null };
  const values = secretValues({ [name]: value }, path.slice(0, -1), context);
  return values[name] as SecretValue;
}

/** Returns the texts of a template: those of the bodies, addresses and headers. */
function textsIn(path: ConfigPath, document: ConfigDocument): readonly TemplateText[] {
  const { headers } = jsonObjectOf(document.get(path));
  const textOf =
    (part: Part) =>
    ([at, held]: Found): readonly TemplateText[] => {
      const substitution = document.substitution(at);
      if (substitution !== null) return [{ path: at, part, text: substitution.text, isFixed: true }];
      if (typeof held === 'string') return [{ path: at, part, text: held, isFixed: false }];
      // A reference to a secret is a value of its own, but in a body it is a map like any other.
      return part !== 'body' && isJsonObject(held) ? [{ path: at, part, text: '', isFixed: true }] : [];
    };
  return [
    ...requestsIn(path, document).flatMap(([at, { url, body }]) => [
      ...textOf('address')([[...at, 'url'], url]),
      ...valuesIn(body, [...at, 'body']).flatMap(textOf('body')),
    ]),
    ...Object.entries(jsonObjectOf(headers)).flatMap(([name, value]) =>
      textOf('header')([[...path, 'headers', name], value]),
    ),
  ];
}

type Found = readonly [path: ConfigPath, value: unknown];

/** Returns a value and all values in it, each with its path. */
function valuesIn(value: unknown, path: ConfigPath): readonly Found[] {
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(jsonObjectOf(value));
  return [[path, value], ...entries.flatMap(([key, held]) => valuesIn(held, [...path, key]))];
}

/** Returns the request of a webhook and those for single events, each with its path. */
function requestsIn(path: ConfigPath, document: ConfigDocument): readonly (readonly [ConfigPath, JsonObject])[] {
  const webhook = jsonObjectOf(document.get(path));
  const onEvents = Object.entries(jsonObjectOf(webhook.on));
  return [[path, webhook], ...onEvents.map(([event, held]) => [[...path, 'on', event], jsonObjectOf(held)] as const)];
}

/** Returns the paths of all receivers that can have a template, with what they hold. */
function templatesIn(document: ConfigDocument): readonly (readonly [ConfigPath, JsonObject])[] {
  return objectsOf(jsonObjectOf(document.get(['alerts'])).receivers).flatMap((receiver, index) =>
    Object.entries(receiver).flatMap(([kind, held]): (readonly [ConfigPath, JsonObject])[] =>
      isReceiverKind(kind) && hasTemplate(kind) && isJsonObject(held) ? [[receiverPath(index, kind), held]] : [],
    ),
  );
}

/** Returns the places of placeholders without quotes, which YAML reads as maps. */
export function unquotedPlaceholders(document: ConfigDocument): readonly ConfigPath[] {
  const values = templatesIn(document).flatMap(([path, held]) => valuesIn(held, path));
  return values.flatMap(([path, value]) => (isJsonObject(value) && Object.hasOwn(value, NOT_A_TEXT) ? [path] : []));
}

export function templateFaults(document: ConfigDocument, isDeploying: boolean): ConfigFault[] {
  const quotes = 'is a placeholder without quotes, which YAML reads as a map; expected quotes, as in "{{ subject }}"';
  return [
    ...unquotedPlaceholders(document).map((path) => document.keyFault(path, quotes)),
    ...templatesIn(document).flatMap(([path, { body }]) => [
      ...textsIn(path, document).flatMap((text) =>
        [...textFaults(text, body !== undefined, isDeploying)].map((fault) => document.keyFault(text.path, fault)),
      ),
      ...requestsIn(path, document).flatMap(([at, request]) => bodyFaults(request.body, [...at, 'body'], document)),
    ]),
  ];
}

function* textFaults({ text, part, isFixed }: TemplateText, hasBody: boolean, isDeploying: boolean) {
  if (isFixed && part === 'body' && isDeploying)
    yield 'has a variable; expected the value itself: a value from the environment would be readable in the bundle';
  if (isFixed) {
    if (text.includes('{{')) yield 'has a variable and a placeholder; expected only one of the two';
    return;
  }
  const names = placeholdersIn(text);
  const isKnown = (name: string) => TEMPLATE_FIELDS.some((field) => field === name);
  for (const name of names.filter((name) => !isKnown(name))) {
    const meant = nearMiss(name, TEMPLATE_FIELDS);
    const hint = meant === null ? '' : `; did you mean "${meant}"?`;
    yield `has the unknown field "${maskWords(shorten(name))}"; expected one of ${TEMPLATE_FIELDS.join(', ')}${hint}`;
  }
  if (textAround(text).includes('{{')) yield 'has "{{" without "}}"';
  if (!hasBody && names.length > 0) yield 'has a placeholder, which needs the key body beside it';
  const isAllowed = (name: string) => part !== 'address' || ADDRESS_FIELDS.some((field) => field === name);
  for (const name of names.filter((name) => isKnown(name) && !isAllowed(name)))
    yield `has the field ${name}; expected in an address only ${ADDRESS_FIELDS.join(', ')}`;
  if (
    names.includes('json') &&
    part !== 'address' &&
    (part === 'header' || names.length > 1 || textAround(text).trim() !== '')
  )
    yield 'has the field json within a text; expected it as a whole value in a body';
}

function bodyFaults(body: unknown, path: ConfigPath, document: ConfigDocument): readonly ConfigFault[] {
  if (typeof body === 'string' && /^\s*(?:\[|\{(?!\{))/.test(body))
    return [document.keyFault(path, 'is JSON in a text, where nothing is escaped; expected a map or a list')];
  return valuesIn(body, path)
    .filter(([at]) => String(at.at(-1)).includes('{{'))
    .map(([at]) => document.keyFault(at, 'has a placeholder in its name; placeholders are only for values'));
}
