/** `statuswatch alerts --preview EVENT`: every form in which an alert reaches people and programs. */

import { systemClock } from '../../lambda/adapters/system-clock';
import type { Config, Service } from '../../lambda/core/config/config';
import { chatCard } from '../../lambda/core/forms/chat-card';
import { mailText, subjectOf } from '../../lambda/core/forms/mail';
import { attributesOf } from '../../lambda/core/forms/sns-message';
import { drillAlerts } from '../../lambda/core/message/drill';
import { documentOf, type Notification, notificationOf } from '../../lambda/core/message/notification';
import type { EventKind } from '../../lambda/core/words/codes';
import { loadConfig } from '../input/load-config';
import { serviceHint } from '../input/service-hint';
import { UserError } from '../input/user-error';
import { sampleAlert } from '../sample/sample-alert';
import type { Terminal } from '../terminal/terminal';

export interface AlertsOptions {
  readonly config: string;
  readonly preview: EventKind | 'drill';
  /** The id of the service; without it, the alert is of the first service of the config. */
  readonly service?: string;
}

export async function alerts(options: AlertsOptions, terminal: Terminal): Promise<number> {
  const config = loadConfig(options.config, 'none');
  const service = config.services.find(({ id }) => options.service === undefined || id === options.service);
  if (!service) throw new UserError(complaintOf(options, config));
  terminal.out.write(previewOf(options.preview, service, config).map(renderings).join('\n'));
  return 0;
}

/** A drill sends two alerts: `opened` and `resolved`. */
function previewOf(event: AlertsOptions['preview'], service: Service, config: Config): readonly Notification[] {
  if (event !== 'drill') return [notificationOf(sampleAlert(event, service, config))];
  const links = { dashboard: null, logs: null, runbook: config.runbook };
  return drillAlerts(service, { deployment: config.name, links }, systemClock.now()).map(notificationOf);
}

function renderings(notification: Notification): string {
  const json = (value: object) => JSON.stringify(value, null, 2);
  const sections: [title: string, text: string][] = [
    ['Subject of the e-mail', subjectOf(notification)],
    ['Text of the e-mail', mailText(notification)],
    ['Card in Slack, by Amazon Q Developer in chat applications', json(chatCard(notification))],
    ['Document for programs (SQS, Lambda)', json(documentOf(notification, Number.POSITIVE_INFINITY))],
    ['Attributes for subscription filters', json(attributesOf(notification))],
  ];
  return sections.map(([title, body]) => `── ${title} ──\n\n${body}\n`).join('\n');
}

function complaintOf({ config: file, service = '' }: AlertsOptions, { services }: Config): string {
  const hint = serviceHint(
    service,
    services.map(({ id }) => id),
  );
  return `--service names "${service}", but ${file} has no such service: ${hint}`;
}
