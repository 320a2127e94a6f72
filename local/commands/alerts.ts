/** `statuswatch alerts --preview EVENT`: how a notification reaches people and programs. */

import { existsSync } from 'node:fs';
import type { Config, Service } from '../../lambda/core/config/config';
import { drillAlerts } from '../../lambda/core/message/drill';
import {
  CHECKER_ALARM_TITLES,
  CHECKER_SILENT_TEXT,
  checkerAlarmTexts,
} from '../../lambda/core/message/forms/alarm-text';
import { notificationOf } from '../../lambda/core/message/notification';
import { jsonText } from '../../lambda/core/words/without-commands';
import { configFrom, DEFAULT_CONFIG_FILE, loadConfig } from '../input/load-config';
import { serviceHint } from '../input/select-services';
import { UserError } from '../input/user-error';
import { PREVIEW_NAMES, PREVIEWS, type PreviewName } from '../sample/previews';
import { SAMPLE_IDS, sampleConfigText } from '../sample/sample-services';
import { SAMPLE_START, sampleNotifications } from '../sample/sample-story';
import { type Preview, previewDocuments, previewText } from '../terminal/alert-preview';
import { PREVIEW_FORMS, type PreviewForm } from '../terminal/preview-forms';
import type { Terminal } from '../terminal/terminal';

export interface AlertsOptions {
  readonly config: string;
  readonly preview?: PreviewName | 'all';
  /** The id of the service in question; if missing, the first service of the config. */
  readonly service?: string;
  /** The only form to show. If missing, all forms of one notification, or the mails of `all`. */
  readonly form?: PreviewForm;
  /** Whether to print the sent documents, as JSON. */
  readonly json?: boolean;
}

export async function alerts(options: AlertsOptions, terminal: Terminal): Promise<number> {
  const { preview, form, json = false } = options;
  if (preview === undefined)
    throw new UserError(`name what to show: --preview ${[...PREVIEW_NAMES, 'all'].join(', ')}`);
  const config = configOrSample(options, terminal);
  const service = config.services.find(({ id }) => options.service === undefined || id === options.service);
  if (!service) throw new UserError(unknownService(options, config));
  const names = preview === 'all' ? PREVIEW_NAMES : [preview];
  const previews = await Promise.all(names.map((name) => createPreview(name, service, config)));
  const forms = selectedForms(options);
  if (json) {
    const documents = previews.flatMap((shown) => previewDocuments(shown, forms, config.receivers));
    terminal.out.write(`${jsonText(documents, 2)}\n`);
    return 0;
  }
  terminal.out.write(previews.map((shown) => previewText(shown, forms, config.receivers)).join('\n'));
  if (form === undefined) terminal.out.write(`\n${OTHER_FORMS}\n`);
  return 0;
}

const OTHER_FORMS = `--form shows one form alone: ${PREVIEW_FORMS.join(', ')}; --json prints what is sent.`;

function selectedForms({ preview, form, json = false }: AlertsOptions): readonly PreviewForm[] {
  if (form !== undefined) return [form];
  return preview === 'all' && !json ? ['mail'] : PREVIEW_FORMS;
}

/** Without a config the sample services are used. */
function configOrSample({ config: file }: AlertsOptions, { err }: Terminal): Config {
  if (file !== DEFAULT_CONFIG_FILE || existsSync(file)) return loadConfig(file, 'none');
  err.write(`statuswatch: there is no ${file} here, so this is about the services of "statuswatch demo"\n`);
  const services = SAMPLE_IDS.map((id) => ({ id, baseUrl: `https://${id}.example.com` }));
  return configFrom('(sample)', sampleConfigText(services), { probing: 'none' });
}

async function createPreview(name: PreviewName, service: Service, config: Config): Promise<Preview> {
  const title = PREVIEWS[name];
  if (name === 'checker-silent') {
    const alarm = checkerAlarmTexts(config, CHECKER_ALARM_TITLES.silent, CHECKER_SILENT_TEXT);
    return { name, title, alarm, notifications: [] };
  }
  if (name !== 'drill')
    return { name, title, alarm: null, notifications: await sampleNotifications(name, service, config) };
  const links = { dashboard: null, logs: null, runbook: config.runbook };
  const sent = drillAlerts(service, { deployment: config.name, links }, SAMPLE_START);
  return { name, title, alarm: null, notifications: sent.map(notificationOf) };
}

function unknownService({ config: file, service = '' }: AlertsOptions, { services }: Config): string {
  const hint = serviceHint(
    service,
    services.map(({ id }) => id),
  );
  return `--service names "${service}", but ${file} has no such service: ${hint}`;
}
