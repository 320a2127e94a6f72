/** `statuswatch alerts --preview EVENT`: every form in which a notification reaches people and programs. */

import type { Config, Service } from '../../lambda/core/config/config';
import { CHECKER_ALARM_TITLES, CHECKER_SILENT_TEXT, checkerAlarmTexts } from '../../lambda/core/forms/alarm-text';
import { drillAlerts } from '../../lambda/core/message/drill';
import { notificationOf } from '../../lambda/core/message/notification';
import { loadConfig } from '../input/load-config';
import { serviceHint } from '../input/service-hint';
import { UserError } from '../input/user-error';
import { PREVIEW_NAMES, PREVIEWS, type PreviewName } from '../sample/previews';
import { SAMPLE_START, sampleNotifications } from '../sample/sample-story';
import { type Preview, previewMarkdown, previewText } from '../terminal/alert-preview';
import type { Terminal } from '../terminal/terminal';

export interface AlertsOptions {
  readonly config: string;
  readonly preview?: PreviewName | 'all';
  /** The id of the service in question; if missing, the first service of the config. */
  readonly service?: string;
  /** Whether to print Markdown, as in docs/alerts.md. */
  readonly markdown?: boolean;
}

export async function alerts(options: AlertsOptions, terminal: Terminal): Promise<number> {
  const { preview } = options;
  if (preview === undefined)
    throw new UserError(`name what to show: --preview ${[...PREVIEW_NAMES, 'all'].join(', ')}`);
  const config = loadConfig(options.config, 'none');
  const service = config.services.find(({ id }) => options.service === undefined || id === options.service);
  if (!service) throw new UserError(complaintOf(options, config));
  const names = preview === 'all' ? PREVIEW_NAMES : [preview];
  const previews = await Promise.all(names.map((name) => previewOf(name, service, config)));
  terminal.out.write(previews.map(options.markdown ? previewMarkdown : previewText).join('\n'));
  return 0;
}

async function previewOf(name: PreviewName, service: Service, config: Config): Promise<Preview> {
  const title = PREVIEWS[name];
  if (name === 'checker-silent') {
    const alarm = checkerAlarmTexts(config, CHECKER_ALARM_TITLES.silent, CHECKER_SILENT_TEXT);
    return { title, alarm, notifications: [] };
  }
  if (name !== 'drill') return { title, alarm: null, notifications: await sampleNotifications(name, service, config) };
  const links = { dashboard: null, logs: null, runbook: config.runbook };
  const sent = drillAlerts(service, { deployment: config.name, links }, SAMPLE_START);
  return { title, alarm: null, notifications: sent.map(notificationOf) };
}

function complaintOf({ config: file, service = '' }: AlertsOptions, { services }: Config): string {
  const hint = serviceHint(
    service,
    services.map(({ id }) => id),
  );
  return `--service names "${service}", but ${file} has no such service: ${hint}`;
}
